import { spawnSync } from 'node:child_process';

/** A program of the system that a suite needs; as root it is fetched, otherwise one line says how to get it. */
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
