import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * Finds a Chromium for the browser suite: CHROMIUM_PATH, an installed headless shell, chromium or chrome, Debian's package
 * (as root), or Playwright's download, in this order. Throws one line that says what to do when there is none.
 * @returns {string} the executable's path
 */
export function findBrowser() {
  const given = process.env.CHROMIUM_PATH;
  if (given !== undefined && given !== '') {
    if (existsSync(given)) return given;
    throw new Error(`CHROMIUM_PATH names ${given}, which does not exist.`);
  }
  return installed() ?? fromDebian() ?? fromPlaywright() ?? missing();
}

/** Chromium without its windows, which Playwright downloads by default too: pages take a third less of the processor. */
const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

function installed() {
  for (const name of NAMES) {
    const found = spawnSync('which', [name], { encoding: 'utf8' });
    if (found.status === 0) return found.stdout.trim();
  }
  return existsSync(MAC) ? MAC : null;
}

function fromDebian() {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || spawnSync('which', ['apt-get']).status !== 0) return null;
  process.stdout.write('Installing Chromium for the browser suite.\n');
  const run = (/** @type {string[]} */ ...args) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  run('update');
  const install = (/** @type {string} */ name) => run('install', '-y', '--no-install-recommends', name);
  return install(SHELL) || install('chromium') ? installed() : null;
}

function fromPlaywright() {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  if (spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit' }).status !== 0)
    return null;
  const found = spawnSync(process.execPath, ['-p', "require('@playwright/test').chromium.executablePath()"], {
    encoding: 'utf8',
    cwd: new URL('../..', import.meta.url),
  });
  const path = found.stdout.trim();
  return existsSync(path) ? path : null;
}

/** @returns {never} */
function missing() {
  throw new Error('No Chromium was found: install chromium or chrome, or set CHROMIUM_PATH to one.');
}
