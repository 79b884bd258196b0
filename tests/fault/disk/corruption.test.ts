import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Container, findFaults, openContainer } from '@/lib/container';
import { parseEnv } from '@/lib/env';
import { figure, randomFrom, SEED, size } from '../../support/fault/campaign';
import { corruptFile } from '../../support/fault/corrupt-file';
import { createOwner, Operator, type TestBot } from '../../support/process/operator';

const CASES = size(60, 200);
const BOTS = 300;
/** Enough to meet a single page that is not what it was. */
const ASKED = 200;
const ANSWERED_WITHIN_MS = 10_000;

const folder = mkdtempSync(join(tmpdir(), 'botmeter-corruption-'));
const sound = join(folder, 'sound');
let bots: TestBot[];

beforeAll(async () => {
  mkdirSync(sound);
  const file = join(sound, 'botmeter.db');
  await createOwner(file);
  const operator = new Operator(file);
  bots = await operator.bots(BOTS, 'business');
  const { api, close } = await open(file);
  // Reports of several times, so that histories fill pages too; the last of them stay in the WAL.
  for (let i = 0; i < 6; i++) {
    for (const bot of bots) await ask(api, bot, 'report');
    if (i < 5) await operator.letPassForAll(60_000);
  }
  const live = join(folder, 'live');
  cpSync(sound, live, { recursive: true });
  await operator.close();
  await close();
  rmSync(sound, { recursive: true });
  // With its WAL, as a loss of power leaves it.
  cpSync(live, sound, { recursive: true });
  rmSync(join(sound, 'botmeter.db-shm'), { force: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

function open(file: string): Promise<Container> {
  const parsed = parseEnv({ DATABASE_URL: `file:${file}`, LOG_LEVEL: 'silent' });
  if (!parsed.ok) throw new Error(parsed.faults.join('\n'));
  return openContainer(parsed.env);
}

/** The whole way from a request to its answer, without the wire. */
async function ask(api: Container['api'], bot: TestBot, what: 'usage' | 'report') {
  const headers = { authorization: `Bearer ${bot.key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ botId: bot.id, serverCount: 4, userCount: 273 });
  const answer = await (what === 'usage'
    ? api('/api/v1/usage', new Request('http://localhost/', { headers }))
    : api('/api/v1/bots/stats', new Request('http://localhost/', { method: 'POST', headers, body })));
  return { status: answer.status, body: await answer.json() };
}

const hashOf = (file: string) =>
  existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : null;

it(`a file damaged in ${CASES} ways is never replaced, and no answer from it is wrong`, {
  timeout: 900_000,
}, async () => {
  const random = randomFrom(SEED);
  const seen = { refusedAtStart: 0, unavailable: 0, served: 0 };
  let slowestMs = 0;
  for (let i = 0; i < CASES; i++) {
    const place = join(folder, `case-${i}`);
    cpSync(sound, place, { recursive: true });
    const file = join(place, 'botmeter.db');
    const what = corruptFile(file, random);
    const before = [hashOf(file), hashOf(`${file}-wal`)];
    const startedAt = performance.now();
    const opened = await open(file).catch((error: Error) => error);
    if (opened instanceof Error) {
      seen.refusedAtStart++;
      expect(opened.message, what).toMatch(/^The database .*botmeter\.db cannot be used: [^\n]+$/);
      expect([hashOf(file), hashOf(`${file}-wal`)], what).toEqual(before);
    } else {
      for (let asked = 0; asked < ASKED; asked++) {
        const bot = bots[random(bots.length)];
        if (bot === undefined) throw new Error('There are no bots.');
        const { status, body } = await ask(opened.api, bot, 'usage');
        expect([200, 503], `${what}: ${JSON.stringify(body)}`).toContain(status);
        if (status === 503) seen.unavailable++;
        else {
          seen.served++;
          // Damage in the WAL ends it there, as a torn write does: what came before stands.
          const { used, limit } = body.data.usage.apiCalls;
          expect(body.data.bot, what).toEqual({ id: bot.id, name: bot.name });
          expect(limit, what).toBe(100_000);
          expect(used, what).toBeLessThanOrEqual(6 + ASKED);
          if (!what.startsWith('WAL')) expect(used, what).toBeGreaterThanOrEqual(6);
        }
      }
      await opened.close();
    }
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    expect(slowestMs, what).toBeLessThan(ANSWERED_WITHIN_MS);
    // Never made anew: of an empty one nobody's key would be known.
    expect(existsSync(file)).toBe(true);
    rmSync(place, { recursive: true });
  }
  expect(seen.refusedAtStart).toBeGreaterThan(0);
  figure(
    'Disk',
    `a file damaged in ${CASES} ways (header, pages, sectors, WAL, cut off)`,
    `${seen.refusedAtStart} refused at the start in one line, file untouched; else ${seen.served} calls answered right, ${seen.unavailable} with 503, 0 wrong; slowest case ${slowestMs.toFixed(0)} ms`,
  );
});

it('a file that was cut to nothing beside its WAL is refused, and both stay', async () => {
  const place = join(folder, 'empty');
  cpSync(sound, place, { recursive: true });
  const file = join(place, 'botmeter.db');
  writeFileSync(file, '');
  const wal = hashOf(`${file}-wal`);
  await expect(open(file)).rejects.toThrow(/botmeter\.db cannot be used: it is empty, but its WAL is not/);
  expect([readFileSync(file).length, hashOf(`${file}-wal`)]).toEqual([0, wal]);
});

it('damage that comes while the service runs is answered 503, and check names it', async () => {
  const place = join(folder, 'later');
  cpSync(sound, place, { recursive: true });
  const file = join(place, 'botmeter.db');
  const { api, close } = await open(file);
  // All but the schema: what the service has not read yet.
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0, 16 * 4_096));
  const answers = await Promise.all(bots.slice(0, 50).map((bot) => ask(api, bot, 'report')));
  const statuses = new Set(answers.map(({ status }) => status));
  expect(statuses).toContain(503);
  expect([...statuses].filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
  const faults = await findFaults({ kind: 'sqlite', file });
  expect(faults.length).toBeGreaterThan(0);
  await close();
});
