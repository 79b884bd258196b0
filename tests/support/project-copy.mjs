import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
/** Installed and built by the benchmark, which may run at the same time. */
const OF_BENCH = /\/tests\/bench\/.*(node_modules|\.next)$/;
const DISK = existsSync('/tmp') ? '/tmp' : tmpdir();
const NOT_COPIED = new Set(['node_modules', '.git', 'data', 'test-results', '.next/cache']);

/**
 * A copy of the built project in a temporary folder, so that a test can edit it without touching the working tree.
 * @typedef {import('../fault/mutations/mutations.mjs').Mutation} Mutation
 */
export class ProjectCopy {
  /** On a disk also where tests have their databases in memory: packages are linked there, and would not all fit. */
  folder = mkdtempSync(join(DISK, 'botmeter-copy-'));

  /** `hasOwnModules`: copies node_modules too, without which Next does not build the pages. */
  constructor({ hasOwnModules = false } = {}) {
    const filter = (/** @type {string} */ path) =>
      !NOT_COPIED.has(relative(ROOT, path)) && !OF_BENCH.test(path);
    cpSync(ROOT, this.folder, { recursive: true, verbatimSymlinks: true, filter });
    const [from, to] = [join(ROOT, 'node_modules'), join(this.folder, 'node_modules')];
    // Linked, which takes a tenth of the time of a copy, if the temporary folder is on the same disk.
    const isLinked = hasOwnModules && spawnSync('cp', ['-al', from, to]).status === 0;
    if (isLinked) return;
    if (hasOwnModules) cpSync(from, to, { recursive: true, verbatimSymlinks: true, force: true });
    else symlinkSync(from, to);
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Applies a mutation. @returns {() => void} undoes it */
  mutate(/** @type {Mutation} */ { edits }) {
    const files = [...new Set(edits.map(({ file }) => join(this.folder, file)))];
    const before = files.map((file) => readFileSync(file, 'utf8'));
    for (const { file, find, replace } of edits) {
      const path = join(this.folder, file);
      const parts = readFileSync(path, 'utf8').split(find);
      if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${find}`);
      writeFileSync(path, parts.join(replace));
    }
    return () => {
      for (const [i, file] of files.entries()) writeFileSync(file, before[i] ?? '');
    };
  }

  /** Builds the server, and with `isWhole` the pages too. `env` is added to the environment. */
  build({ isWhole = false, env = {} } = {}) {
    const what = isWhole ? 'build' : 'buildServer';
    const script = `import('./lib/build/build.mjs').then(({ ${what} }) => ${what}())`;
    const { status, stdout, stderr } = this.#node(['-e', script], env);
    if (status !== 0) throw new Error(`The copy could not be built: ${stdout}${stderr}`);
  }

  /**
   * Runs a single test.
   * @returns {{ status: string, message: string }} `passed` or `failed`; any other status means that it did not run
   */
  test(/** @type {Pick<Mutation, 'suite' | 'test' | 'on'>} */ { suite, test, on }) {
    const pattern = `${on === undefined ? '' : `${on}.* `}${test.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`;
    const { ran, output } = this.run([suite, '-t', pattern]);
    const [one] = ran;
    if (ran.length !== 1 || one === undefined) {
      return { status: `${ran.length} tests ran`, message: output };
    }
    return { status: one.status, message: one.failureMessages.join('\n') };
  }

  /**
   * Runs the tests that match vitest's `filters`.
   * @typedef {{ status: string, fullName: string, failureMessages: string[] }} Ran
   * @returns {{ ran: Ran[], output: string }} the tests that passed or failed, and the end of the output
   */
  run(/** @type {readonly string[]} */ filters) {
    const report = join(this.folder, 'report.json');
    rmSync(report, { force: true });
    const script = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', `--outputFile=${report}`];
    const { stdout, stderr } = this.#node([...script, ...filters]);
    /** @type {{ assertionResults: Ran[] }[]} */
    const results = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : [];
    const ran = results
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed' || status === 'failed');
    return { ran, output: (stdout + stderr).slice(-2_000) };
  }

  #node(/** @type {readonly string[]} */ args, extra = {}) {
    const env = { ...process.env, FAULT_SCALE: '', FAULT_FIGURES: '', ...extra };
    return spawnSync(process.execPath, args, { cwd: this.folder, encoding: 'utf8', env });
  }
}
