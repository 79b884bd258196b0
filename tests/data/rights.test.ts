import { beforeEach, expect, it } from 'vitest';
import type { Caller } from '@/lib/domain/people/caller';
import type { Ports } from '@/lib/ports/ports';
import { listOwnBots } from '@/lib/services/bots/list';
import type { Result } from '@/lib/services/result';
import { mayGet, RIGHTS, type Right } from '@/lib/services/rights';
import { findSession } from '@/lib/services/sessions/find';
import { listUsers } from '@/lib/services/users/find';
import { BOT_ID, OTHER_BOT_ID } from '@/tests/support/data/accounts';
import { db, directory, onEachDatabase, ports } from '@/tests/support/data/each-database';
import {
  ALL_BOTS,
  addWebhook,
  insertSession,
  type Registered,
  signedIn,
} from '@/tests/support/data/fixtures';
import { recordCalls, writingBy } from '@/tests/support/data/ports';
import { addPrincipals, PRINCIPALS } from '@/tests/support/data/principals';
import { FOR_ADMINS, FOR_PEOPLE, OF_A_BOT, OF_A_BOT_TOO } from '@/tests/support/data/use-cases';
import { accepted, verdictOf } from '@/tests/support/result';
import { projectSources } from '@/tests/unit/architecture/sources';

/** The table of rights, walked by every kind of caller through the real services. */

let bot: Registered;
let otherBot: Registered;

const addSource = (botId: string) =>
  directory.write([], ({ votes }) =>
    votes.insertSource({
      ...{ id: `source of ${botId}`, botId, kind: 'topgg', name: 'top.gg', sealedSecret: 'sealed' },
      ...{ sealedFormerSecret: null, formerUntilMs: null, mustRotate: false },
      ...{ createdAtMs: 1, pausedAtMs: null, deletedAtMs: null },
    }),
  );

/** Ports whose writes do all their work and are then undone, so that every call finds the same. */
function undone(): Ports {
  const undo = new Error('undo');
  const hooked = writingBy(directory, async (locks, work) => {
    const results: Awaited<ReturnType<typeof work>>[] = [];
    const written = directory.write(locks, async (tables, nowMs) => {
      results.push(await work(tables, nowMs));
      throw undo;
    });
    await written.catch((error: unknown) => {
      if (error !== undo) throw error;
    });
    return results[0] as Awaited<ReturnType<typeof work>>;
  });
  return { ...ports, directory: hooked };
}

const TABLES = (
  'users bots api_keys reports sessions identities notices access_log access_links read_marks plan_requests ' +
  'webhook_endpoints deliveries events alert_settings vote_sources marks pauses audit_log'
).split(' ');
const allRows = () => Promise.all(TABLES.map((table) => db.rows(`SELECT * FROM ${table}`)));

/** For `self` of a bot that one sees, and for the rest. */
type Verdicts = Record<'admin' | 'owner' | 'self' | 'person', 'allowed' | 'forbidden' | 'not_found'>;
const NOBODY: Verdicts = { admin: 'forbidden', owner: 'not_found', self: 'not_found', person: 'forbidden' };

const ROWS: Record<keyof typeof PRINCIPALS | 'disabled', Verdicts> = {
  operator: { admin: 'allowed', owner: 'allowed', self: 'forbidden', person: 'forbidden' },
  admin: { admin: 'allowed', owner: 'allowed', self: 'forbidden', person: 'allowed' },
  owner: { admin: 'forbidden', owner: 'allowed', self: 'allowed', person: 'allowed' },
  other: { admin: 'forbidden', owner: 'not_found', self: 'not_found', person: 'allowed' },
  key: NOBODY,
  anonymous: NOBODY,
  // Disabled while they were signed in, as the owner of the bot.
  disabled: NOBODY,
};

async function callerOf(name: keyof typeof ROWS): Promise<Caller> {
  if (name !== 'disabled') return PRINCIPALS[name];
  await directory.write([], ({ users }, nowMs) => users.update('owner', { isDisabled: true }, nowMs));
  const sessionHash = ports.secrets.hash('secret');
  await insertSession(directory, { ...signedIn('owner', 'owner'), sessionHash });
  const session = await findSession(ports, 'secret');
  return session?.who ?? PRINCIPALS.anonymous;
}

type Each = readonly [
  name: string,
  verdict: string,
  call: (on: Ports, who: Caller) => Promise<Result<unknown>>,
];

const callsOf = (verdicts: Verdicts): Each[] => [
  ...Object.entries(FOR_ADMINS).map(([name, call]): Each => [name, verdicts.admin, call]),
  ...Object.entries(FOR_PEOPLE).map(([name, call]): Each => [name, verdicts.person, call]),
  ...Object.entries({ ...OF_A_BOT, ...OF_A_BOT_TOO }).map(
    ([name, call]): Each => [
      name,
      verdicts[RIGHTS[name.split(' ')[0] as Right] ?? 'owner'],
      (on, who) => call(on, who, BOT_ID, bot.keyId),
    ],
  ),
];

onEachDatabase('the table of rights', () => {
  beforeEach(async () => {
    [bot, otherBot] = await addPrincipals(directory);
    for (const botId of [BOT_ID, OTHER_BOT_ID]) {
      await addWebhook(ports, { id: `hook of ${botId}`, botId });
      await addSource(botId);
    }
  });

  it.each(Object.entries(ROWS))('holds for each use case by %s', async (name, verdicts) => {
    const who = await callerOf(name as keyof typeof ROWS);
    const before = await allRows();
    for (const [useCase, verdict, call] of callsOf(verdicts)) {
      if (verdict === 'allowed') {
        const result = await call(undone(), who);
        // The call may still be refused for another reason than its caller.
        expect(['ok', 'not_found', 'invalid', 'conflict'], useCase).toContain(verdictOf(result));
        if (!result.ok) expect(result.refusal.isDenial ?? false, useCase).toBe(false);
      } else {
        const result = await call(ports, who);
        expect(result, useCase).toMatchObject({ refusal: { code: verdict, isDenial: true } });
      }
    }
    // Reports are no write of the directory: whoever may send one did.
    const isReporter = verdicts.owner === 'allowed';
    const shown = (rows: unknown[][]) =>
      rows.filter((_, at) => !(isReporter && CALLS.includes(TABLES[at] ?? '')));
    expect(shown(await allRows())).toEqual(shown(before));
  });

  it('does not distinguish a bot that one may not see from an unknown one', async () => {
    for (const [name, call] of Object.entries({ ...OF_A_BOT, ...OF_A_BOT_TOO })) {
      for (const who of [PRINCIPALS.owner, PRINCIPALS.key, PRINCIPALS.anonymous]) {
        const [foreign, unknown] = [recordCalls(ports), recordCalls(ports)];
        const refused = await call(foreign.ports, who, OTHER_BOT_ID, otherBot.keyId);
        expect([name, verdictOf(refused)]).toEqual([name, 'not_found']);
        const same = await call(unknown.ports, who, '1'.repeat(18), 'unknown');
        // Only the access log distinguishes them.
        const seen = [refused, same].map((r) => (r.ok ? r : { ...r.refusal, isDenial: undefined }));
        expect(seen[0], name).toEqual(seen[1]);
        expect(foreign.steps, name).not.toEqual([]);
        expect(unknown.steps, name).toEqual(foreign.steps);
      }
    }
  });

  it.each([
    ['owner', [BOT_ID]],
    ['other', [OTHER_BOT_ID]],
    ['admin', []],
  ] as const)('lists as own bots of %s no others', async (name, ids) => {
    const { bots } = await accepted(await listOwnBots(ports, PRINCIPALS[name], ALL_BOTS)).read();
    expect(bots.map(({ id }) => id)).toEqual(ids);
    const all = [BOT_ID, OTHER_BOT_ID] as const;
    const got = await directory.read(({ bots }) => bots.listByIds(all));
    const notified = got.filter((each) => mayGet(name, each.bot)).map((each) => each.bot.id);
    expect(notified).toEqual(ids);
  });

  it('goes by the role, not the id: an owner with the id of an admin is refused', async () => {
    expect(verdictOf(await listUsers(ports, signedIn('admin', 'owner')))).toBe('forbidden');
  });
});

/** What a report writes. */
const CALLS = ['bots', 'reports', 'events'];

/** What use cases share; each decides by a right that it is handed, or is about the caller alone. */
const SHARED = (
  'findBot findKey findSnapshot permitted readOfBot writeBot writeOnUser writeWebhook writeAs writeAsAdmin ' +
  'writeAsPerson writeAsEnrolling provePassword may countChange inTurn viewHistory'
).split(' ');

it('has each use case that asks for a caller', () => {
  const asking = projectSources('.')
    .filter(({ path }) => path.startsWith('lib/services/'))
    .flatMap(({ text }) => [...text.matchAll(EXPORTED)])
    .filter(([, , rest = '']) => /\bwho: Caller\b|^ = searchIn/.test(rest.split(BODY)[0] ?? ''))
    .map(([, name = '']) => name);
  const listed = [FOR_ADMINS, FOR_PEOPLE, OF_A_BOT, OF_A_BOT_TOO].flatMap((calls) => Object.keys(calls));
  const called = new Set(listed.map((name) => name.split(' ')[0]));
  called.delete('chooseAlerts');
  expect(new Set([...called, ...SHARED])).toEqual(new Set(asking));
});

const EXPORTED = /^export (?:async )?(?:function|const) (\w+)([\s\S]*?)(?=^export |(?![\s\S]))/gm;
const BODY = /=>|\{\n {2}\S[^:\n]*[;{(]\n/;
