import { spawnSync } from 'node:child_process';

/** Makes sure that a system program is there: as root installs it with apt-get, otherwise throws how to install it. */
export function requireProgram(program: string, debianPackage: string = program): void {
  const isThere = () => spawnSync('which', [program]).status === 0;
  if (isThere()) return;
  if (process.getuid?.() === 0) {
    const get = (...args: string[]) => spawnSync('apt-get', args, { stdio: 'ignore' });
    get('update');
    get('install', '-y', '--no-install-recommends', debianPackage);
  }
  if (!isThere())
    throw new Error(`${program} is missing: install it with "apt-get install ${debianPackage}".`);
}
