import { spawn, spawnSync } from 'node:child_process';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';

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

const TESTS = fileURLToPath(new URL('../unit/client-python', import.meta.url));
const SOURCES = fileURLToPath(new URL('../../lib/client-python', import.meta.url));

/** Runs the system's Python with `library` (a folder or a wheel) to import; warnings are errors. */
export async function python(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  library = SOURCES,
): Promise<{ status: number | null; output: string }> {
  requireProgram('python3');
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn('python3', ['-W', 'error', ...args], {
    env: {
      PATH,
      HOME,
      NODE_ENV: 'test',
      ...env,
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONPATH: `${library}${delimiter}${TESTS}`,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, output })));
}
