import { describe, expect, it } from 'vitest';
import { isWellFormedKey } from '@/lib/domain/api-key';
import { DAY_MS, HOUR_MS } from '@/lib/domain/plan';
import { changeBot } from '@/lib/services/change-bot';
import { createBot } from '@/lib/services/create-bot';
import { createKey } from '@/lib/services/create-key';
import { deleteBot } from '@/lib/services/delete-bot';
import { listKeys } from '@/lib/services/list-keys';
import { readBot } from '@/lib/services/read-bot';
import { readUsage } from '@/lib/services/read-usage';
import { refuseCall } from '@/lib/services/refuse-call';
import { reportStats } from '@/lib/services/report-stats';
import { revokeKey } from '@/lib/services/revoke-key';
import { rotateKey } from '@/lib/services/rotate-key';
import { sendStats } from '@/lib/services/send-stats';
import { BOT_ID, OTHER_BOT_ID, REPORT, T0 } from '@/tests/support/data/accounts';
import { accepted, CAST, onStage, verdictOf } from '@/tests/support/data/cast';

const stage = onStage();
const NEW = { id: '9'.repeat(18), name: ' New Bot ', owner: { userId: 'owner' }, plan: 'premium' } as const;
const botOf = async (id: string) =>
  (await stage().db.rows(`SELECT * FROM bots WHERE id = '${id}'`))[0] ?? null;
const opens = async (key: string) =>
  (await stage().ports.store.find({ keyHash: stage().ports.secrets.hash(key) })) !== null;

describe('registering a bot', () => {
  it('starts its cycles now, with nothing used', async () => {
    const bot = accepted(await createBot(stage().ports, CAST.admin, NEW));
    expect(bot).toMatchObject({
      id: NEW.id,
      name: 'New Bot',
      ownerId: 'owner',
      registeredAtMs: T0,
      plan: 'premium',
    });
    expect(await botOf(NEW.id)).toMatchObject({ cycle_index: 0, cycle_used: 0, reports_total: 0 });
    expect(await stage().audit()).toEqual([
      {
        actor: 'admin',
        action: 'bot.create',
        subject: NEW.id,
        before: null,
        after: { name: 'New Bot', ownerId: 'owner', plan: 'premium' },
      },
    ]);
  });

  it.each([
    ['an id that is no snowflake', { id: '12' }, 'invalid', 'id'],
    ['a taken id', { id: BOT_ID }, 'conflict', 'id'],
    ['an empty name', { name: ' ' }, 'invalid', 'name'],
    ['an unknown owner', { owner: { email: 'no@example.org' } }, 'not_found', 'email'],
  ])('refuses %s', async (_, wrong, code, field) => {
    const result = await createBot(stage().ports, CAST.admin, { ...NEW, ...wrong });
    expect(result).toMatchObject({ refusal: { code, field } });
    expect(await stage().audit()).toEqual([]);
  });
});

describe('changing a bot', () => {
  it('a plan is in force from the next call; the count and the cycle are kept; its history is kept 7 days', async () => {
    const { ports, bot, db } = stage();
    await changeBot(ports, CAST.admin, BOT_ID, { plan: 'business' });
    await reportStats(ports, bot, BOT_ID, REPORT);
    await db.setClock(T0 + 60_000);
    const changed = accepted(await changeBot(ports, CAST.admin, BOT_ID, { plan: 'free' }));
    expect(changed).toMatchObject({ plan: 'free', planChangedAtMs: T0 + 60_000, formerHistoryDays: 365 });
    expect((await reportStats(ports, bot, BOT_ID, REPORT))?.outcome).toMatchObject({
      error: 'update_too_soon',
    });
    expect(await botOf(BOT_ID)).toMatchObject({ plan: 'free', cycle_used: 1, former_history_days: 365 });
  });

  it('to the plan that it has does not start the 7 days anew', async () => {
    const { ports, db } = stage();
    await changeBot(ports, CAST.admin, BOT_ID, { plan: 'premium' });
    await db.setClock(T0 + DAY_MS);
    const same = accepted(await changeBot(ports, CAST.admin, BOT_ID, { plan: 'premium', name: 'Renamed' }));
    expect(same).toMatchObject({ planChangedAtMs: T0, name: 'Renamed' });
    expect((await stage().audit()).at(-1)).toMatchObject({
      before: { name: 'TestBot' },
      after: { name: 'Renamed' },
    });
  });

  it('a new owner manages it at once, and the former one no more', async () => {
    const { ports } = stage();
    accepted(await changeBot(ports, CAST.admin, BOT_ID, { owner: { userId: 'other' } }));
    expect(verdictOf(await listKeys(ports, CAST.owner, BOT_ID))).toBe('not_found');
    expect(verdictOf(await listKeys(ports, CAST.other, BOT_ID))).toBe('ok');
  });

  it('disabled, its calls are refused until it is enabled; its keys stay', async () => {
    const { ports, bot } = stage();
    await changeBot(ports, CAST.admin, BOT_ID, { isDisabled: true });
    expect((await readUsage(ports, bot))?.outcome).toMatchObject({ error: 'bot_disabled' });
    expect((await refuseCall(ports, bot, 'invalid_json'))?.outcome).toMatchObject({ error: 'bot_disabled' });
    await changeBot(ports, CAST.admin, BOT_ID, { isDisabled: false });
    expect((await readUsage(ports, bot))?.outcome).toEqual({ kind: 'served' });
  });

  it('with one fault in what is asked changes nothing of it', async () => {
    const before = await botOf(BOT_ID);
    const change = { plan: 'business', owner: { email: 'no@example.org' } } as const;
    expect(verdictOf(await changeBot(stage().ports, CAST.admin, BOT_ID, change))).toBe('not_found');
    expect(
      verdictOf(await changeBot(stage().ports, CAST.admin, BOT_ID, { plan: 'business', name: '' })),
    ).toBe('invalid');
    expect(await botOf(BOT_ID)).toEqual(before);
  });

  it('to what it is already says nothing', async () => {
    accepted(await changeBot(stage().ports, CAST.admin, BOT_ID, { plan: 'free', isDisabled: false }));
    expect(await stage().audit()).toEqual([]);
  });
});

describe('deleting a bot', () => {
  it('takes its reports, counters and keys, leaves the other bot’s, and keeps the audit entries', async () => {
    const { ports, db, bot, otherBot } = stage();
    await reportStats(ports, bot, BOT_ID, REPORT);
    await reportStats(ports, otherBot, OTHER_BOT_ID, REPORT);
    await changeBot(ports, CAST.admin, BOT_ID, { name: 'Gone soon' });
    accepted(await deleteBot(ports, CAST.admin, BOT_ID));
    for (const table of ['reports', 'api_keys']) {
      expect(await db.rows(`SELECT DISTINCT bot_id FROM ${table}`)).toEqual([{ bot_id: OTHER_BOT_ID }]);
    }
    expect(await botOf(BOT_ID)).toBeNull();
    expect((await stage().audit()).map(({ action }) => action)).toEqual(['bot.change', 'bot.delete']);
    expect(await readUsage(ports, bot)).toBeNull();
    expect(verdictOf(await deleteBot(ports, CAST.admin, BOT_ID))).toBe('not_found');
  });
});

describe('keys', () => {
  it('a new key opens its bot; what is stored and audited could not be used as one', async () => {
    const { ports, db } = stage();
    const input = { botId: BOT_ID, name: 'second', expiresAtMs: null };
    const { key, apiKey } = accepted(await createKey(ports, CAST.owner, input));
    expect(isWellFormedKey(key)).toBe(true);
    expect(await opens(key)).toBe(true);
    expect(apiKey).toMatchObject({ botId: BOT_ID, name: 'second', last4: key.slice(-4), lastUsedAtMs: null });
    const stored = JSON.stringify([
      await db.rows('SELECT * FROM api_keys'),
      await db.rows('SELECT * FROM audit_log'),
    ]);
    expect(stored).not.toContain(key.slice(4, 36));
    expect(JSON.stringify(await stage().audit())).not.toContain(ports.secrets.hash(key));
    expect(JSON.stringify(accepted(await listKeys(ports, CAST.owner, BOT_ID)))).not.toContain(
      ports.secrets.hash(key),
    );
  });

  it('are different every time', async () => {
    const keys = Array.from({ length: 200 }, () => stage().ports.secrets.newKey());
    expect(new Set(keys).size).toBe(200);
    expect(keys.every(isWellFormedKey)).toBe(true);
  });

  it.each([
    [-1, 'invalid'],
    [0, 'invalid'],
    [1, 'ok'],
  ])('an expiry %i ms from now is %s', async (byMs, verdict) => {
    const input = { botId: BOT_ID, name: 'x', expiresAtMs: T0 + byMs };
    expect(verdictOf(await createKey(stage().ports, CAST.owner, input))).toBe(verdict);
  });

  it('a name is judged like any name', async () => {
    const input = { botId: BOT_ID, name: ' ', expiresAtMs: null };
    expect(await createKey(stage().ports, CAST.owner, input)).toMatchObject({ refusal: { field: 'name' } });
  });

  it('revoked, a key is dead at once, and keeps the first time of revocation', async () => {
    const { ports, bot, db } = stage();
    const revoked = accepted(await revokeKey(ports, CAST.owner, bot.keyId));
    expect(await opens(bot.key)).toBe(false);
    await db.setClock(T0 + HOUR_MS);
    expect(accepted(await revokeKey(ports, CAST.owner, bot.keyId)).revokedAtMs).toBe(revoked.revokedAtMs);
    expect((await stage().audit()).map(({ action }) => action)).toEqual(['key.revoke']);
  });

  it.each([
    ['0', 0],
    ['1h', HOUR_MS],
    ['24h', 24 * HOUR_MS],
    ['7d', 168 * HOUR_MS],
  ] as const)(
    'rotated with overlap %s, the new key works at once and the old one for %i ms more',
    async (overlap, ms) => {
      const { ports, bot, db } = stage();
      const { key } = accepted(await rotateKey(ports, CAST.owner, bot.keyId, overlap));
      const opened = [];
      for (const byMs of [0, ms - 1, ms]) {
        await db.setClock(T0 + Math.max(0, byMs));
        opened.push([await opens(bot.key), await opens(key)]);
      }
      const isOverlapping = ms > 0;
      expect(opened).toEqual([
        [isOverlapping, true],
        [isOverlapping, true],
        [false, true],
      ]);
      expect(JSON.stringify(await stage().audit())).not.toContain(key.slice(4, 36));
    },
  );

  it('rotated, the new key is meant to live as long as the old one was, and the old one never longer than it was', async () => {
    const { ports, db } = stage();
    const input = { botId: BOT_ID, name: 'short', expiresAtMs: T0 + 2 * DAY_MS };
    const old = accepted(await createKey(ports, CAST.owner, input));
    await db.setClock(T0 + DAY_MS);
    const { apiKey } = accepted(await rotateKey(ports, CAST.owner, old.apiKey.id, '7d'));
    expect(apiKey).toMatchObject({
      name: 'short',
      expiresAtMs: T0 + 3 * DAY_MS,
      revokedAtMs: null,
      lastUsedAtMs: null,
    });
    await db.setClock(T0 + 2 * DAY_MS);
    expect(await opens(old.key)).toBe(false);
  });

  it('a dead key cannot be rotated to life', async () => {
    const { ports, bot, db } = stage();
    const input = { botId: BOT_ID, name: 'short', expiresAtMs: T0 + 5 };
    const short = accepted(await createKey(ports, CAST.owner, input));
    await db.setClock(T0 + 5);
    await revokeKey(ports, CAST.owner, bot.keyId);
    for (const id of [short.apiKey.id, bot.keyId]) {
      expect(verdictOf(await rotateKey(ports, CAST.owner, id, '7d'))).toBe('conflict');
    }
  });

  it('a second and a rotated key change neither quota nor interval: these are the bot’s', async () => {
    const { ports, bot } = stage();
    await reportStats(ports, bot, BOT_ID, REPORT);
    const { key } = accepted(await rotateKey(ports, CAST.owner, bot.keyId, '1h'));
    const called = await reportStats(ports, { keyHash: ports.secrets.hash(key) }, BOT_ID, REPORT);
    expect(called?.outcome).toMatchObject({ error: 'update_too_soon' });
    expect(called?.account.cycle.used).toBe(1);
  });
});

describe('a person', () => {
  it('who sends statistics by hand is judged and counted as over the API', async () => {
    const { ports } = stage();
    const send = (serverCount: unknown) =>
      sendStats(ports, CAST.owner, BOT_ID, { serverCount, userCount: 1, shardCount: 1 });
    expect(accepted(await send('many'))).toMatchObject({ kind: 'faulty', issues: [{ path: 'serverCount' }] });
    expect(accepted(await send(3))).toMatchObject({
      outcome: { kind: 'served' },
      account: { cycle: { used: 1 } },
    });
    expect(accepted(await send(4))).toMatchObject({ outcome: { error: 'update_too_soon' } });
    expect(await botOf(BOT_ID)).toMatchObject({ server_count: 3, cycle_used: 1 });
  });

  it('who looks at a bot is not counted and sees what it last sent', async () => {
    const { ports, bot } = stage();
    await reportStats(ports, bot, BOT_ID, REPORT);
    const before = await botOf(BOT_ID);
    const view = accepted(await readBot(ports, CAST.owner, BOT_ID, '24h'));
    expect(view).toMatchObject({ lastReport: { ...REPORT, atMs: T0 }, nowMs: T0, isDisabled: false });
    expect(view.series).toEqual([{ ...REPORT, atMs: T0 }]);
    expect(view.usage.usage.apiCalls.used).toBe(1);
    expect(await botOf(BOT_ID)).toEqual(before);
  });
});
