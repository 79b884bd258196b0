import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFolder, writePrograms } from './tools.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What reaches the registry from here; all other settings of npm are a newcomer's. */
const REGISTRY = Object.fromEntries(
  ['registry', 'cafile'].flatMap((name) => {
    const value = execFileSync('npm', ['config', 'get', name], { cwd: tmpdir(), encoding: 'utf8' }).trim();
    return value === 'null' ? [] : [[`npm_config_${name}`, value]];
  }),
);
const PROXIES = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => /^(https?|no)_proxy$|^NODE_EXTRA_CA_CERTS$/i.test(name)),
);

/**
 * `isProduction`: installed without the tools of development, then built. `starts`: how often the built service is started.
 * `hasClients`: the client library is installed from its service by every package manager (clients.mjs), too.
 * @typedef {{ node: string, manager: string, options?: readonly string[], isProduction?: boolean, starts?: number, hasClients?: boolean }} Kind
 */

export class Machine {
  #folder = mkdtempSync(join(tmpdir(), 'botmeter-machine-'));
  project = join(this.#folder, 'botmeter');
  /** The folder of a bot of the newcomer. */
  bot = join(this.#folder, 'bot');
  downloads = join(this.#folder, 'cache');
  /** @type {Record<string, string>} */
  #env;
  /** @type {import('node:child_process').ChildProcess[]} */
  #children = [];

  /** @param {Kind} kind */
  constructor({ node, manager, isProduction = false }) {
    const programs = join(this.#folder, 'programs');
    writePrograms(programs, { node, manager });
    for (const folder of [this.project, this.bot, join(this.#folder, 'home')]) mkdirSync(folder);
    const archive = execFileSync('git', ['archive', 'HEAD'], { cwd: ROOT, maxBuffer: 2 ** 30 });
    execFileSync('tar', ['x', '-C', this.project], { input: archive });
    const isCompiled = node.startsWith('20');
    this.#env = {
      ...PROXIES,
      ...REGISTRY,
      HOME: join(this.#folder, 'home'),
      PATH: isCompiled ? `${programs}:${process.env.PATH}` : programs,
      npm_config_cache: this.downloads,
      // Where pnpm unpacks what it downloads.
      npm_config_store_dir: this.downloads,
      // Node.js' headers, which node-gyp would download from nodejs.org.
      ...(isCompiled && { npm_config_nodedir: nodeFolder(node) }),
      ...(isProduction && { NODE_ENV: 'production' }),
    };
  }

  /**
   * Starts a program in a folder, by default the project's; `output` grows.
   * @param {string} program
   * @param {readonly string[]} args
   * @param {Record<string, string>} env
   */
  start(program, args, env = {}, cwd = this.project) {
    const child = spawn(program, args, {
      cwd,
      // Next's types ask for NODE_ENV, which a newcomer has not.
      env: /** @type {any} */ ({ ...this.#env, ...env }),
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that what it starts ends with it.
      detached: true,
    });
    this.#children.push(child);
    const running = { child, output: '', ended: once(child, 'close') };
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (running.output += chunk));
    return running;
  }

  /**
   * Runs a program to its end and returns its output. Throws if it fails.
   * @param {string} program
   * @param {readonly string[]} args
   * @param {Record<string, string>} env
   */
  async run(program, args, env = {}, cwd = this.project) {
    const running = this.start(program, args, env, cwd);
    const [code, signal] = await running.ended;
    if (code !== 0)
      throw new Error(
        `${program} ${args.join(' ')}: ${signal ?? `status ${code}`}\n${running.output.slice(-3_000)}`,
      );
    return running.output;
  }

  /** Kills what still runs, after a step that failed, and removes the machine. */
  remove() {
    for (const { pid } of this.#children) {
      try {
        process.kill(-Number(pid), 'SIGKILL');
      } catch {
        // Has ended.
      }
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Megabytes of a folder on the disk. */
export const megabytes = (/** @type {string} */ folder) =>
  Math.round(Number(execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t')[0]) / 1_000);
