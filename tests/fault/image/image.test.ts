import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { makeImage } from '@/lib/build/image.mjs';
import { DRIVER } from '@/lib/data/sqlite/driver.mjs';
import { figure, IS_SOAK } from '../../support/fault/campaign';
import { suiteFolder } from '../../support/fault/serve';
import { testFolder } from '../../support/process/test-resources';

const MB = 1_000_000;
const SIZE_MAX_MB = 300;

/** What can differ on the image's files: each operation, files, pages, both kinds of worker threads, a start. */
const IN_SHORT = [
  'webhooks/every-webhook',
  'openapi/openapi',
  'unknown/built-files',
  'pages/public',
  'pages/own-reads',
  'access/lists',
  'webhooks/deliveries',
  'start/log',
].map((name) => `tests/api/${name}.test.ts`);

// Outside of the project, so that it cannot load the project's packages.
const image = suiteFolder();
beforeAll(() => makeImage(image), 300_000);

const bytesBelow = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce(
    (sum, path) => sum + lstatSync(join(folder, path)).size,
    0,
  );

it(`has at most ${SIZE_MAX_MB} MB of files, and no compiler`, () => {
  const megabytes = bytesBelow(image) / MB;
  expect(megabytes).toBeLessThan(SIZE_MAX_MB);
  const packages = readdirSync(join(image, 'node_modules'));
  expect(packages).toContain(DRIVER);
  expect(packages.filter((name) => ['esbuild', 'typescript', 'sharp', 'vitest'].includes(name))).toEqual([]);
  figure('Image', `at most ${SIZE_MAX_MB} MB of files`, `${megabytes.toFixed(0)} MB`);
});

it('is the only content that the Dockerfile copies', () => {
  const dockerfile = readFileSync('Dockerfile', 'utf8');
  expect(dockerfile).toContain('node lib/build/image.mjs /image');
  expect(dockerfile.match(/^COPY --from.*$/gm)).toEqual(['COPY --from=build /image .']);
});

it('runs the operator commands', () => {
  const { PATH = '', HOME = '' } = process.env;
  const DATABASE_URL = `file:${join(testFolder(), 'botmeter.db')}`;
  const env = { NODE_ENV: 'production' as const, PATH, HOME, DATABASE_URL };
  const args = ['run', '-s', 'botmeter', '--', 'user', 'list', '--json'];
  const { stdout, stderr, status } = spawnSync('npm', args, { cwd: image, env, encoding: 'utf8' });
  expect({ stdout, status, stderr }).toMatchObject({ stdout: '[]\n', status: 0 });
});

it(`passes ${IS_SOAK ? 'the API suite' : 'what can differ of the API suite'} on both databases`, {
  timeout: 900_000,
}, async () => {
  // The demo needs the sources, which it bundles at its start, and plain Next its own command.
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'api',
    '--exclude',
    'tests/api/demo/**',
    '--exclude',
    'tests/api/plain-next/**',
    ...(IS_SOAK ? [] : IN_SHORT),
  ];
  const suite = spawn(process.execPath, args, { env: { ...process.env, IMAGE: image } });
  let output = '';
  for (const stream of [suite.stdout, suite.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [status] = await once(suite, 'close');
  expect({ status, output: status === 0 ? '' : output }).toEqual({ status: 0, output: '' });
  expect(output).toMatch(/Tests.*\d+ passed/);
});
