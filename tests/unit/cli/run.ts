import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInProcess } from './in-process';

/** The result of a command. */
export type Ran = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

/** Runs commands on a database of its own. */
export type Shell = {
  readonly file: string;
  /** Runs one command; `input` is its standard input. */
  readonly botmeter: (args: readonly string[], input?: string) => Promise<Ran>;
  /** The same with `--json`; `value` is the one printed line, parsed. */
  readonly json: (args: readonly string[], input?: string) => Promise<Ran & { readonly value: unknown }>;
  readonly remove: () => void;
};

/** As an operator runs a command; directly, which takes half the time; in this process, which takes some milliseconds. */
type Way = 'through npm' | 'directly' | 'in this process';
const THROUGH_NPM = ['npm', 'run', '-s', 'botmeter', '--'] as const;
const DIRECTLY = [process.execPath, 'lib/build/cli.mjs'] as const;

/** Runs one command directly, on the database that `env` names. */
export const runDirectly = (env: Record<string, string>, args: readonly string[]): Promise<Ran> =>
  run([...DIRECTLY, ...args], '', env);

export function openShell(env: Record<string, string> = {}, way: Way = 'through npm'): Shell {
  const folder = mkdtempSync(join(tmpdir(), 'botmeter-cli-'));
  const file = join(folder, 'botmeter.db');
  const botmeter: Shell['botmeter'] = (args, input = '') => {
    const all = { DATABASE_URL: `file:${file}`, ...env };
    if (way === 'in this process') return runInProcess(args, { input, env: all });
    return run([...(way === 'directly' ? DIRECTLY : THROUGH_NPM), ...args], input, all);
  };
  return {
    file,
    botmeter,
    async json(args, input) {
      const ran = await botmeter([...args, '--json'], input);
      const lines = ran.stdout.split('\n');
      if (lines.length !== 2 || lines[1] !== '')
        throw new Error(`Not exactly one line: ${JSON.stringify(ran)}`);
      return { ...ran, value: JSON.parse(lines[0] ?? '') };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function run(
  [program = '', ...args]: readonly string[],
  input: string,
  env: Record<string, string>,
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: { ...process.env, ...env } });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => (stdout += chunk));
    child.stderr.on('data', (chunk) => (stderr += chunk));
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, stdout, stderr }));
    // A command that does not read its input may have exited before.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}
