import { dirname } from 'node:path';
import ts from 'typescript';

/**
 * The declarations that the entry exports and those that they mention, as one module without imports, so that one
 * text serves ESM and CommonJS.
 */
export function typesOf(/** @type {string} */ entry) {
  const statements = declarations(entry).flatMap(({ statements }) => [...statements]);
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
function declarations(/** @type {string} */ entry) {
  const program = ts.createProgram([entry], {
    declaration: true,
    emitDeclarationOnly: true,
    strict: true,
    resolveJsonModule: true,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
    rootDir: dirname(entry),
  });
  /** @type {ts.SourceFile[]} */
  const files = [];
  const { diagnostics } = program.emit(undefined, (path, text) => {
    files.push(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  });
  const problems = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (problems.length === 0) return files;
  const messages = problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  throw new Error(`The types of the client cannot be built: ${messages.join('; ')}`);
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
