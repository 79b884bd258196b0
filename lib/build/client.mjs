import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import ts from 'typescript';
import { ROOT } from './bundle.mjs';

/**
 * The client library as bot authors install it. The address of the package is immutable, so the same sources give
 * the same bytes: names in a fixed order, no time, no owner.
 */

const SOURCE = join(ROOT, 'lib', 'client');
const ENTRY = 'index.ts';

/** One implementation for both, so that `instanceof` holds in a bot that mixes them. */
const ESM = "export { BotmeterClient, BotmeterError } from './index.cjs';\n";
const read = (/** @type {string} */ name) => readFileSync(join(SOURCE, name), 'utf8');

/**
 * Builds and packs `lib/client` into `outDir/client-<version>.tgz`. The file appears whole or not at all.
 * @param {{ outDir: string }} options
 * @returns {Promise<{ version: string, file: string }>} `file` with its path
 */
export async function buildClient({ outDir }) {
  const manifest = read('package.json');
  const { version } = JSON.parse(manifest);
  const types = typesOfPackage();
  const archive = pack({
    'package.json': manifest,
    'README.md': read('README.md'),
    LICENSE: readFileSync(join(ROOT, 'LICENSE'), 'utf8'),
    'index.mjs': ESM,
    'index.cjs': await bundled(),
    'index.d.ts': types,
    'index.d.cts': types,
  });
  mkdirSync(outDir, { recursive: true });
  const file = join(outDir, `client-${version}.tgz`);
  const partial = `${file}.${process.pid}`;
  writeFileSync(partial, archive);
  renameSync(partial, file);
  return { version, file };
}

async function bundled() {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [join(SOURCE, ENTRY)],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node18',
    logLevel: 'warning',
  });
  return outputFiles[0]?.text ?? '';
}

/**
 * The declarations that the entry exports and those that they mention, as one module without imports, so that one
 * text serves ESM and CommonJS.
 */
function typesOfPackage() {
  const statements = declarations().flatMap(({ statements }) => [...statements]);
  const exported = statements.flatMap(namesReexported);
  /** @type {Set<ts.Statement>} */
  const wanted = new Set();
  const want = (/** @type {string} */ name) => {
    for (const statement of statements) {
      if (nameOf(statement) !== name || wanted.has(statement)) continue;
      wanted.add(statement);
      mentionedBy(statement).forEach(want);
    }
  };
  exported.forEach(want);
  const texts = statements
    .filter((statement) => wanted.has(statement))
    .map((statement) => {
      const text = statement.getFullText().trim();
      return exported.includes(nameOf(statement))
        ? text
        : text.replace(/^export (?=declare|type|interface)/m, '');
    });
  return `${texts.join('\n')}\nexport {};\n`;
}

/** The declaration file of each module of the client; throws when there are type errors. */
function declarations() {
  const program = ts.createProgram([join(SOURCE, ENTRY)], {
    declaration: true,
    emitDeclarationOnly: true,
    strict: true,
    resolveJsonModule: true,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
    rootDir: SOURCE,
  });
  /** @type {ts.SourceFile[]} */
  const files = [];
  const { diagnostics } = program.emit(undefined, (path, text) => {
    files.push(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  });
  const faults = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (faults.length === 0) return files;
  const told = faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  throw new Error(`The types of the client cannot be built: ${told.join('; ')}`);
}

/** @param {ts.Statement} statement */
function namesReexported(statement) {
  if (!ts.isExportDeclaration(statement)) return [];
  const { exportClause } = statement;
  return exportClause && ts.isNamedExports(exportClause)
    ? exportClause.elements.map(({ name }) => name.text)
    : [];
}

/** @param {ts.Statement} statement */
function nameOf(statement) {
  const isNamed =
    ts.isTypeAliasDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isClassDeclaration(statement);
  return (isNamed && statement.name?.text) || '';
}

/**
 * @param {ts.Node} node
 * @returns {string[]} every identifier inside; of a few too many nothing comes
 */
function mentionedBy(node) {
  /** @type {string[]} */
  const names = [];
  const visit = (/** @type {ts.Node} */ child) => {
    if (ts.isIdentifier(child)) names.push(child.text);
    ts.forEachChild(child, visit);
  };
  visit(node);
  return names;
}

/**
 * A gzipped tar (POSIX ustar) of small text files under `package/`, as npm installs it.
 * @param {Record<string, string>} files
 */
function pack(files) {
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const content = Buffer.from(text);
    const padding = Buffer.alloc((512 - (content.length % 512)) % 512);
    return [header(`package/${name}`, content.length), content, padding];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]), { level: 9 });
}

/**
 * @param {string} path
 * @param {number} size in bytes
 */
function header(path, size) {
  const block = Buffer.alloc(512);
  const octal = (/** @type {number} */ value, /** @type {number} */ digits) =>
    value.toString(8).padStart(digits, '0');
  block.write(path, 0);
  block.write(`${octal(0o644, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0`, 100);
  block.write(`${octal(size, 11)}\0${octal(0, 11)}\0`, 124);
  block.write(`${' '.repeat(8)}0`, 148);
  block.write('ustar\u000000', 257);
  const checksum = block.reduce((sum, byte) => sum + byte, 0);
  block.write(`${octal(checksum, 6)}\0 `, 148);
  return block;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { file } = await buildClient({ outDir: join(ROOT, 'dist') });
  process.stdout.write(`${file}\n`);
}
