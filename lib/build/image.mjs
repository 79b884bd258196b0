import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { DRIVER } from '../data/sqlite/driver.mjs';
import { ROOT } from './project.mjs';

/** Files that are read by name, which the import trace does not find. */
const COPIED = ['package.json', 'LICENSE', 'README.md', 'public', 'dist'];
/** Output of `next build` that only the next build, the editor or Next itself uses. */
const NOT_COPIED =
  /^\.next\/(build|cache|dev|diagnostics|trace|trace-build|turbopack|types)(\/|$)|\.(nft\.json|map|tsbuildinfo)$/;
/** Not needed at run time: compilers, the image optimizer (off in next.config.ts) and Next's development variants. */
const NOT_NEEDED =
  /^node_modules\/(@esbuild|@img|esbuild|sharp|typescript)\/|^lib\/build\/bundle\.mjs$|\/next-server\/.*\.dev\.js$/;
/**
 * The SQLite driver's binaries for other machines. Not for the tracer to ignore: it asks about all binaries of the folder at
 * once, by a pattern, and would leave out the one that is needed.
 */
const OF_OTHER_MACHINES = new RegExp(`/prebuilds/(?!${process.platform}(musl)?-${process.arch}\\.)`);

/**
 * Copies a current build and what it needs at run time into `folder`, which a container image then is. It runs
 * `lib/build/start.mjs` and the operator commands; it cannot build.
 * @param {string} folder made when there is none
 */
export async function makeImage(folder) {
  const copy = (/** @type {string} */ path) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(ROOT, path), join(folder, path), { recursive: true, verbatimSymlinks: true });
  };
  for (const path of COPIED) if (existsSync(join(ROOT, path))) copy(path);
  const filter = (/** @type {string} */ path) => !NOT_COPIED.test(relative(ROOT, path));
  cpSync(join(ROOT, '.next'), join(folder, '.next'), { recursive: true, verbatimSymlinks: true, filter });
  for (const file of await filesAtRunTime()) if (!existsSync(join(folder, file))) copy(file);
}

/** The files that the server, the commands and their worker threads load, relative to the project. */
async function filesAtRunTime() {
  // The tracer that Next bundles; it is not exported under a public path.
  const { nodeFileTrace } = createRequire(import.meta.url)('next/dist/compiled/@vercel/nft');
  const programs = [
    'dist/server.mjs',
    'dist/pages.mjs',
    'dist/cli.mjs',
    'dist/png-thread.mjs',
    'lib/build/start.mjs',
    'lib/build/cli.mjs',
    // Loaded by a name that the tracer does not see (lib/data/sqlite/driver.mjs).
    fileURLToPath(import.meta.resolve(DRIVER)),
    ...threads(),
  ];
  const { fileList } = await nodeFileTrace(programs, {
    base: ROOT,
    processCwd: ROOT,
    ignore: (/** @type {string} */ path) => NOT_NEEDED.test(path),
  });
  const files = [...fileList, ...filesOfPages(), ...below('lib/pictures/fonts')];
  const isNeeded = (/** @type {string} */ file) => !NOT_NEEDED.test(file) && !OF_OTHER_MACHINES.test(file);
  return new Set(files.filter((file) => /^(lib|node_modules)\//.test(file) && isNeeded(file)));
}

/** Programs that run unbundled, such as worker threads. */
const threads = () => below('lib').filter((file) => file.endsWith('.mjs') && !file.startsWith('lib/build/'));

/** The files that pages load, from the trace that Next writes for each. */
function filesOfPages() {
  const traces = below('.next').filter(
    (file) => file.endsWith('.nft.json') && !NOT_COPIED.test(dirname(file)),
  );
  return traces.flatMap((trace) => {
    /** @type {string[]} */
    const files = JSON.parse(readFileSync(join(ROOT, trace), 'utf8')).files;
    return files.map((file) => relative(ROOT, resolve(ROOT, dirname(trace), file)));
  });
}

/** Every file below a folder of the project, relative to the project. @returns {string[]} */
function below(/** @type {string} */ folder) {
  const entries = readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true });
  return entries.filter((one) => one.isFile()).map((one) => relative(ROOT, join(one.parentPath, one.name)));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('Name the folder to copy to.');
  await makeImage(resolve(folder));
}
