import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { respondToRequest } from '@/lib/api/web-edge';
import { type Container, findProblems, openContainer } from '@/lib/container';
import { parseEnv } from '@/lib/env';
import { figure, randomFrom, SEED, size } from '../../support/fault/campaign';
import { suiteFolder } from '../../support/fault/serve';
import { createOwner, Operator, type TestBot } from '../../support/process/operator';
import { reportRequest, usageRequest } from '../../support/process/requests';

const CASES = size(40, 200);
const BOTS = 300;
/** Enough calls to read a single corrupt page. */
const CALLS = 200;
const CASE_MAX_MS = 10_000;

const folder = suiteFolder();
const intact = join(folder, 'intact');
let bots: TestBot[];

beforeAll(async () => {
  mkdirSync(intact);
  const file = join(intact, 'botmeter.db');
  await createOwner(file);
  const operator = new Operator(file);
  bots = await operator.bots(BOTS, 'business');
  const { api, close } = await open(file);
  // Several reports of each bot, so that reports fill many pages; the last ones stay in the WAL.
  for (let i = 0; i < 6; i++) {
    for (const bot of bots) await send(api, reportRequest(bot));
    if (i < 5) await operator.letPassForAll(60_000);
  }
  // Copied while open, with its WAL, as a power loss leaves it.
  const live = join(folder, 'live');
  cpSync(intact, live, { recursive: true });
  await operator.close();
  await close();
  rmSync(intact, { recursive: true });
  cpSync(live, intact, { recursive: true });
  rmSync(join(intact, 'botmeter.db-shm'), { force: true });
});

function copyOfIntact(name: string): string {
  cpSync(intact, join(folder, name), { recursive: true });
  return join(folder, name, 'botmeter.db');
}

function open(file: string): Promise<Container> {
  const parsed = parseEnv({ DATABASE_URL: `file:${file}`, LOG_LEVEL: 'silent' });
  if (!parsed.ok) throw new Error(parsed.faults.join('\n'));
  return openContainer(parsed.env);
}

/** Handles a request without a socket. */
async function send(api: Container['api'], { path, ...init }: ReturnType<typeof usageRequest>) {
  const response = await respondToRequest(api, new Request(`http://localhost${path}`, init));
  return { status: response.status, body: await response.json() };
}

const hashOf = (file: string) =>
  existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : null;

it(`a file damaged in ${CASES} ways is never replaced, and no response from it is wrong`, {
  timeout: 900_000,
}, async () => {
  const random = randomFrom(SEED);
  const seen = { refusedAtStart: 0, unavailable: 0, served: 0 };
  let slowestMs = 0;
  for (let i = 0; i < CASES; i++) {
    const file = copyOfIntact(`case-${i}`);
    const what = corruptFile(file, random);
    const before = [hashOf(file), hashOf(`${file}-wal`)];
    const startedAt = performance.now();
    const opened = await open(file).catch((error: Error) => error);
    if (opened instanceof Error) {
      seen.refusedAtStart++;
      expect(opened.message, what).toMatch(/^The database .*botmeter\.db cannot be used: [^\n]+$/);
      expect([hashOf(file), hashOf(`${file}-wal`)], what).toEqual(before);
    } else {
      for (let call = 0; call < CALLS; call++) {
        const bot = bots[random(bots.length)];
        if (bot === undefined) throw new Error('There are no bots.');
        const { status, body } = await send(opened.api, usageRequest(bot));
        expect([200, 503], `${what}: ${JSON.stringify(body)}`).toContain(status);
        if (status === 503) seen.unavailable++;
        else {
          seen.served++;
          // SQLite ignores the WAL from its first invalid frame on, as after a torn write.
          const { used, limit } = body.data.usage.apiCalls;
          expect(body.data.bot, what).toEqual({ id: bot.id, name: bot.name });
          expect(limit, what).toBe(100_000);
          expect(used, what).toBeLessThanOrEqual(6 + CALLS);
          if (!what.startsWith('WAL')) expect(used, what).toBeGreaterThanOrEqual(6);
        }
      }
      await opened.close();
    }
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    expect(slowestMs, what).toBeLessThan(CASE_MAX_MS);
    // A new, empty database would refuse every key.
    expect(existsSync(file)).toBe(true);
    rmSync(dirname(file), { recursive: true });
  }
  expect(seen.refusedAtStart).toBeGreaterThan(0);
  figure(
    'Disk',
    `a file damaged in ${CASES} ways (header, pages, sectors, WAL, truncated)`,
    `${seen.refusedAtStart} refused at the start with one line, file unchanged; otherwise ${seen.served} correct responses, ${seen.unavailable} with 503, 0 wrong; slowest case ${slowestMs.toFixed(0)} ms`,
  );
});

it('an empty file with a WAL is refused, and both files stay unchanged', async () => {
  const file = copyOfIntact('empty');
  writeFileSync(file, '');
  const wal = hashOf(`${file}-wal`);
  await expect(open(file)).rejects.toThrow(/botmeter\.db cannot be used: it is empty, but its WAL is not/);
  expect([readFileSync(file).length, hashOf(`${file}-wal`)]).toEqual([0, wal]);
});

it('a file damaged while the service runs leads to 503, and findProblems reports it', async () => {
  const file = copyOfIntact('later');
  const { api, close } = await open(file);
  // Everything except the schema, which the service has read already.
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0, 16 * 4_096));
  const responses = await Promise.all(bots.slice(0, 50).map((bot) => send(api, reportRequest(bot))));
  const statuses = new Set(responses.map(({ status }) => status));
  expect(statuses).toContain(503);
  expect([...statuses].filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
  const faults = await findProblems({ kind: 'sqlite', file }, undefined);
  expect(faults.length).toBeGreaterThan(0);
  await close();
});

const PAGE = 4_096;
const SECTOR = 512;
const HEADER = 100;

type Random = (below: number) => number;

const noise = (bytes: number, random: Random) =>
  Buffer.from(Array.from({ length: bytes }, () => random(256)));
const pagesOf = (bytes: Buffer) => Math.floor(bytes.length / PAGE);

/** Kinds of corruption of a database file. */
const DATABASE_FAULTS: Record<string, (bytes: Buffer, random: Random) => Buffer> = {
  'noise in the header': (bytes, random) => {
    noise(1 + random(16), random).copy(bytes, random(HEADER - 16));
    return bytes;
  },
  'a page of zeros': (bytes, random) => bytes.fill(0, ...range(random(pagesOf(bytes)) * PAGE, PAGE)),
  'a page of noise': (bytes, random) => {
    noise(PAGE, random).copy(bytes, random(pagesOf(bytes)) * PAGE);
    return bytes;
  },
  'a page in the place of another': (bytes, random) => {
    const [from, to] = [random(pagesOf(bytes)) * PAGE, random(pagesOf(bytes)) * PAGE];
    bytes.copy(bytes, to, from, from + PAGE);
    return bytes;
  },
  'a sector of zeros': (bytes, random) =>
    bytes.fill(0, ...range(random(Math.floor(bytes.length / SECTOR)) * SECTOR, SECTOR)),
  'a page header of zeros': (bytes, random) =>
    bytes.fill(0, ...range((1 + random(pagesOf(bytes) - 1)) * PAGE, 16)),
  truncated: (bytes, random) => bytes.subarray(0, 1 + random(bytes.length - 1)),
  'text instead': () => Buffer.from('Remember the milk.\n'.repeat(1_000)),
};
const WAL_FAULTS: typeof DATABASE_FAULTS = {
  'WAL: noise': (bytes, random) => {
    noise(64, random).copy(bytes, random(bytes.length - 64));
    return bytes;
  },
  'WAL: zeros': (bytes, random) => bytes.fill(0, ...range(random(bytes.length - PAGE), PAGE)),
  'WAL: truncated': (bytes, random) => bytes.subarray(0, random(bytes.length)),
  'WAL: noise in its header': (bytes, random) => {
    noise(4, random).copy(bytes, random(28));
    return bytes;
  },
};

const range = (from: number, length: number): [number, number] => [from, from + length];

/** Corrupts a database or its WAL in a random way; returns the kind of corruption. */
function corruptFile(file: string, random: Random): string {
  const faults = Object.entries({ ...DATABASE_FAULTS, ...WAL_FAULTS });
  const [name, corrupt] = faults[random(faults.length)] ?? ['nothing', (bytes: Buffer) => bytes];
  const path = name.startsWith('WAL') ? `${file}-wal` : file;
  writeFileSync(path, corrupt(readFileSync(path), random));
  return name;
}
