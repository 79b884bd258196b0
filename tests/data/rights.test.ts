import { beforeEach, expect, it } from 'vitest';
import type { Caller } from '@/lib/domain/people/caller';
import type { Ports } from '@/lib/ports/ports';
import { mayGet } from '@/lib/services/bots/find';
import { listOwnBots } from '@/lib/services/bots/list';
import { leaveBot } from '@/lib/services/people/change';
import type { Result } from '@/lib/services/result';
import { OF_ONESELF, RIGHTS, type Right } from '@/lib/services/rights';
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
  'webhook_endpoints deliveries events alert_settings vote_sources marks pauses bot_people bot_invitations audit_log'
).split(' ');
const allRows = () => Promise.all(TABLES.map((table) => db.rows(`SELECT * FROM ${table}`)));

/** What a viewer may do with a bot, by hand: RIGHTS has to say the same. */
const OF_VIEWERS = (
  'readBot readBotHead readAnalyticsPage readActivity listHistory readSettings readPlanState listMarks listKeys viewKeys ' +
  'readVotesPage pinBot leaveBot readAlertSettings chooseAlerts getEvents'
).split(' ');
/** What of the owner's a manager may not do. */
const NOT_OF_MANAGERS =
  'setPublic readPeople invitePerson withdrawBotInvitation changePerson removePerson'.split(' ');

type Verdict = 'allowed' | 'forbidden' | 'not_found';
type Verdicts = Record<'admin' | 'person', Verdict> & { readonly ofBot: (what: Right) => Verdict };

const byAdmin = (what: Right): Verdict => (OF_ONESELF.has(what) ? 'forbidden' : 'allowed');
const STRANGER: Verdicts = { admin: 'forbidden', person: 'allowed', ofBot: () => 'not_found' };
const NOBODY: Verdicts = { ...STRANGER, person: 'forbidden' };
/** What is found by its own id is not found, so that it says nothing. */
const BY_OWN_ID =
  /^(rotateKey|revokeKey|changeWebhook|removeWebhook|rotateSecret|testWebhook|sendAgain|listDeliveries|.*Source|deliveryLog)$/;
const refusedTo = (what: Right): Verdict =>
  BY_OWN_ID.test(what) && what !== 'createSource' ? 'not_found' : 'forbidden';

const ROWS = {
  operator: { admin: 'allowed', person: 'forbidden', ofBot: byAdmin },
  admin: { admin: 'allowed', person: 'allowed', ofBot: byAdmin },
  owner: { ...STRANGER, ofBot: () => 'allowed' },
  manager: {
    ...STRANGER,
    ofBot: (what) => (NOT_OF_MANAGERS.includes(what) ? refusedTo(what) : 'allowed'),
  },
  viewer: { ...STRANGER, ofBot: (what) => (OF_VIEWERS.includes(what) ? 'allowed' : refusedTo(what)) },
  other: STRANGER,
  // Has an open invitation.
  invited: STRANGER,
  // Was a manager and left.
  left: STRANGER,
  key: NOBODY,
  anonymous: NOBODY,
  // Disabled while they were signed in, as the owner of the bot, and as a manager.
  disabled: NOBODY,
  'disabled manager': NOBODY,
} as const satisfies Record<string, Verdicts>;

const MADE = ['manager', 'viewer', 'invited', 'left', 'disabled manager'];

/** A person of each row that is none of PRINCIPALS, signed in. */
async function addPerson(name: string): Promise<Caller> {
  const id = name.replace(' ', '-');
  const email = `${id}@example.org`;
  const person = { botId: BOT_ID, userId: id, role: name === 'viewer' ? 'viewer' : 'manager' } as const;
  await directory.write([], async ({ users, people }, nowMs) => {
    await users.insert({ id, email, name, role: 'owner', isDisabled: false, createdAtMs: nowMs }, null);
    const invitation = {
      botId: BOT_ID,
      email,
      role: 'manager',
      issuer: 'owner',
      createdAtMs: nowMs,
    } as const;
    if (name === 'invited') await people.putInvitation(invitation);
    else await people.put({ ...person, joinedAtMs: nowMs });
  });
  const who = signedIn(id, 'owner');
  await insertSession(directory, who);
  if (name === 'left') await accepted(await leaveBot(ports, who, BOT_ID));
  return name === 'disabled manager' ? disable(id) : who;
}

async function disable(userId: string): Promise<Caller> {
  await directory.write([], ({ users }, nowMs) => users.update(userId, { isDisabled: true }, nowMs));
  const sessionHash = ports.secrets.hash('secret');
  await insertSession(directory, { ...signedIn(userId, 'owner'), sessionHash });
  const session = await findSession(ports, 'secret');
  return session?.who ?? PRINCIPALS.anonymous;
}

async function callerOf(name: keyof typeof ROWS): Promise<Caller> {
  if (name === 'disabled') return disable('owner');
  return name in PRINCIPALS ? PRINCIPALS[name as keyof typeof PRINCIPALS] : addPerson(name);
}

type Each = readonly [
  name: string,
  verdict: string,
  call: (on: Ports, who: Caller) => Promise<Result<unknown>>,
];

/** What decides over a use case of another name. */
const RIGHT_OF: Readonly<Record<string, Right>> = { viewVotes: 'readVotesPage' };

const callsOf = (verdicts: Verdicts): Each[] => [
  ...Object.entries(FOR_ADMINS).map(([name, call]): Each => [name, verdicts.admin, call]),
  ...Object.entries(FOR_PEOPLE).map(([name, call]): Each => [name, verdicts.person, call]),
  ...Object.entries({ ...OF_A_BOT, ...OF_A_BOT_TOO }).map(
    ([name, call]): Each => [
      name,
      verdicts.ofBot(RIGHT_OF[name] ?? (name.split(' ')[0] as Right)),
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
    const isReporter = verdicts.ofBot('sendStats') === 'allowed';
    const shown = (rows: unknown[][]) =>
      rows.filter((_, at) => !(isReporter && CALLS.includes(TABLES[at] ?? '')));
    expect(shown(await allRows())).toEqual(shown(before));
  });

  it('does not distinguish a bot that one may not see from an unknown one', async () => {
    const made: Caller[] = [];
    for (const name of MADE) made.push(await addPerson(name));
    for (const [name, call] of Object.entries({ ...OF_A_BOT, ...OF_A_BOT_TOO })) {
      for (const who of [PRINCIPALS.owner, PRINCIPALS.key, PRINCIPALS.anonymous, ...made]) {
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
    const notified = await directory.read(async (tables) => {
      const found: string[] = [];
      for (const { bot } of got) if (await mayGet(tables, name, bot)) found.push(bot.id);
      return found;
    });
    expect(notified).toEqual(ids);
  });

  it('goes by the role, not the id: an owner with the id of an admin is refused', async () => {
    expect(verdictOf(await listUsers(ports, signedIn('admin', 'owner')))).toBe('forbidden');
  });
});

it('are those that are listed here by hand', () => {
  const ofRole = (role: string) => Object.entries(RIGHTS).filter(([, least]) => least === role);
  expect(
    ofRole('viewer')
      .map(([name]) => name)
      .sort(),
  ).toEqual(OF_VIEWERS.toSorted());
  expect(
    ofRole('owner')
      .map(([name]) => name)
      .sort(),
  ).toEqual(NOT_OF_MANAGERS.toSorted());
  expect(ofRole('admin')).toEqual([['administer', 'admin']]);
});

/** What a report writes. */
const CALLS = ['bots', 'reports', 'events'];

/** What use cases share; each decides by a right that it is handed, or is about the caller alone. */
const SHARED = (
  'findBot withRole findKey findSnapshot permitted readOfBot writeBot writeOnUser writeWebhook writeAs writeAsAdmin ' +
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
