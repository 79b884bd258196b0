import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { ROOT } from '../../support/process/service';

const PARTS = ['calls', 'latency', 'memory', 'pages'];

it('npm run bench -- --quick measures every part and prints its table', { timeout: 1_200_000 }, async () => {
  const bench = spawn('npm', ['run', 'bench', '--', '--quick'], {
    cwd: ROOT,
  });
  let output = '';
  for (const stream of [bench.stdout, bench.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [status] = await once(bench, 'close');
  expect({ status, output }).toMatchObject({ status: 0 });
  const parts = output.split(/^== /m).slice(1);
  expect(parts.map((part) => part.split('\n', 1)[0]).sort()).toEqual(PARTS);
  // A part that measured nothing prints NaN into its table.
  for (const part of parts) {
    expect(part).toMatch(/^\| /m);
    expect(part).not.toMatch(/NaN|undefined/);
  }
});
