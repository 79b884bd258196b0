import { spawn } from 'node:child_process';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireProgram } from './required-program';

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
      ...{ PATH, HOME, NODE_ENV: 'test', ...env },
      ...{ PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH: `${library}${delimiter}${TESTS}` },
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, output })));
}
