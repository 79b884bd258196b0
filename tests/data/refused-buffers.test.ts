import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDenialLog } from '@/lib/jobs/denial-log';
import { createRefusalLog } from '@/lib/jobs/refusal-log';
import { recordDenials } from '@/lib/services/access/access-log';
import { recordRefusals } from '@/lib/services/refusals/record';
import { T0 } from '@/tests/support/data/accounts';
import {
  connectAgain,
  db,
  directory,
  onEachDatabase,
  ports,
  refuseRow,
} from '@/tests/support/data/each-database';
import { type Registered, register, signedIn } from '@/tests/support/data/fixtures';
import { warningsOf } from '@/tests/support/data/warnings';

/** A time is written by a flush, which begins after this time. */
const FLUSH_MS = 20_000;
let made = 0;

onEachDatabase('of what waits in memory, a row that the database refuses', () => {
  let bots: Registered[];
  let accept: () => Promise<void>;
  const column = async (sql: string) => (await db.rows(sql)).map((row) => Object.values(row)[0]);

  beforeEach(async () => {
    accept = async () => {};
    bots = [];
    for (let i = 0; i < 40; i++) {
      const id = String(100_000_000_000_000_000n + BigInt(++made));
      bots.push(await register(directory, { id }));
    }
  });
  afterEach(async () => {
    vi.useRealTimers();
    await accept();
  });
  const idsWithout = (refused: number) => bots.map(({ botId }) => botId).filter((_, i) => i !== refused);

  type Log = { close(): Promise<void>; noteOf(botId: string): void };
  const refusedCalls = (onError: (error: unknown) => void): Log => {
    const log = createRefusalLog({ write: (noted) => recordRefusals(ports, noted), onError });
    const call = { operation: 'POST /api/v1/bots/stats', error: 'update_too_soon' } as const;
    return {
      close: () => log.close(),
      noteOf: (botId) => log.note({ of: { botId }, ...call, message: 'x', requestId: '', atMs: T0 }),
    };
  };
  const denials = (onError: (error: unknown) => void): Log => {
    const log = createDenialLog({ write: (noted) => recordDenials(ports, noted), onError });
    return {
      close: () => log.close(),
      noteOf: (botId) => log.note({ who: signedIn(botId, 'owner'), what: 'bot.change' }),
    };
  };

  it.each([
    ['refused call', refusedCalls, 'refusals', 'bot_id'],
    ['denial', denials, 'access_log', 'subject'],
  ] as const)('stops no other %s, is reported, and is tried five times', async (_, open, table, subject) => {
    const errors: unknown[] = [];
    const log = open((error) => errors.push(error));
    const refused = bots[0]?.botId ?? '';
    for (const { botId } of bots) log.noteOf(botId);
    accept = await refuseRow({ table, change: 'INSERT', when: `NEW.${subject} = '${refused}'` });
    const stored = () => column(`SELECT ${subject} FROM ${table} ORDER BY ${subject}`);
    await log.close();
    expect([await stored(), errors.length]).toEqual([idsWithout(0), 1]);
    for (let i = 0; i < 9; i++) await log.close();
    expect(errors).toHaveLength(5);
    log.noteOf(refused);
    await log.close();
    await accept();
    accept = async () => {};
    await log.close();
    expect(await stored()).toHaveLength(bots.length);
  });

  it.each([
    ['heartbeat', true, 'bots', 'last_heartbeat_at_ms'],
    ['time of last use', false, 'api_keys', 'last_used_at_ms'],
  ] as const)('stops no other %s, is warned of, and is tried again', async (_, isHeartbeat, table, time) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { store } = await connectAgain();
    const REFUSED = 3;
    const [of, ids] = isHeartbeat
      ? [(bot: Registered) => ({ botId: bot.botId }), bots.map(({ botId }) => botId)]
      : [(bot: Registered) => ({ keyHash: bot.keyHash }), bots.map(({ keyId }) => keyId)];
    accept = await refuseRow({ table, change: 'UPDATE', when: `NEW.id = '${ids[REFUSED]}'` });
    const warnings = warningsOf();
    for (const bot of bots) {
      const seen = await store.find(of(bot));
      if (seen !== null) store.noteUse(seen, isHeartbeat);
    }
    const written = () => column(`SELECT id FROM ${table} WHERE ${time} = ${T0} ORDER BY id`);
    vi.advanceTimersByTime(FLUSH_MS);
    await expect.poll(written).toEqual(ids.filter((_, i) => i !== REFUSED));
    await expect
      .poll(async () => (await warnings()).filter((text) => text.includes(ids[REFUSED] ?? '')))
      .toEqual([`The row ${table} ${ids[REFUSED]} could not be given a time: the database refuses it.`]);
    expect((await warnings()).join()).not.toContain(bots[REFUSED]?.keyHash);
    await accept();
    accept = async () => {};
    vi.advanceTimersByTime(FLUSH_MS);
    await expect.poll(written).toEqual(ids);
  });
});
