import { MUTATIONS } from '../fault/mutations/mutations.mjs';

/**
 * Defects that the simulation must find. Those of the services and of the domain are in their own code; those of a database are
 * the same mistake in the simulated one, which stands for it.
 * @typedef {import('../fault/mutations/mutations.mjs').Edit} Edit
 * @typedef {{ name: string, edits: readonly Edit[] }} SimulatedMutation
 */

const DATABASE = 'tests/sim/database.ts';
const POSTGRES = 'tests/sim/postgres.ts';
const SQLITE = 'tests/sim/sqlite.ts';
const TABLES = 'tests/sim/tables.ts';
const OUTBOX = 'tests/sim/outbox.ts';
const EFFECTS = 'tests/sim/effects.ts';

/** @returns {Edit} */
const edit = (/** @type {string} */ file, /** @type {string} */ find, replace = '') => ({
  file,
  find,
  replace,
});

/** A defect of the mutation suite that is in the code of the domain and the services. */
const inCode = (/** @type {string} */ name) => {
  const found = MUTATIONS.find((mutation) => mutation.name.startsWith(name));
  if (found === undefined) throw new Error(`There is no mutation “${name}”.`);
  return found;
};

/** The seeded defects of tests/fault/mutations. @type {readonly SimulatedMutation[]} */
const EXISTING = [
  inCode('domain: a report is accepted a millisecond'),
  {
    name: 'no transaction: the statements of a group commit one by one',
    edits: [
      edit(
        DATABASE,
        '      this.apply([...session.changes.values()]);\n      if (outcome',
        '      for (const change of session.changes.values()) this.apply([change]);\n      if (outcome',
      ),
    ],
  },
  {
    name: 'outdated rows: the store does not ask whether another connection has committed',
    edits: [edit(SQLITE, 'if (this.#knownAt === commits.length) return;', 'if (this.#knownAt >= 0) return;')],
  },
  {
    name: 'check-then-act interval: a call is decided before its transaction begins',
    edits: [
      edit(
        SQLITE,
        `      const perform = async (session: Session) => {
        const { nowMs } = session.database;
        const found = this.#read(session, ref);
        if (found === null) return () => resolve(null);
        const { account, effects, outcome } = decide(found.account, nowMs, found.key);`,
        `      const { nowMs } = this.#instance.database;
      const found = this.#read(new Session(this.#instance.database), ref);
      if (found === null) return resolve(null);
      const { account, effects, outcome } = decide(found.account, nowMs, found.key);
      const perform = async (session: Session) => {`,
      ),
    ],
  },
  {
    name: 'outdated row: a call is decided on the account that was found when its key was looked up',
    edits: [
      edit(SQLITE, "call: Store['call'] = (ref, decide) =>", "call: Store['call'] = (ref, decide, seen) =>"),
      edit(
        SQLITE,
        'decide(found.account, nowMs, found.key);',
        'decide(seen?.account ?? found.account, nowMs, found.key);',
      ),
    ],
  },
  {
    name: 'synchronous=OFF: a commit is not synced',
    edits: [
      edit(
        DATABASE,
        '      this.safe = this.commits.length;\n    } finally',
        '      const kept = this.commits.length;\n      this.scheduler.at(this.scheduler.nowMs + 5_000, this.process, () => (this.safe = Math.max(this.safe, kept)));\n    } finally',
      ),
    ],
  },
  {
    name: 'answer before commit: a group is answered while its transaction is open',
    edits: [
      edit(
        SQLITE,
        '      await database.commit(session);\n      this.#knownAt',
        '      for (const resolve of onCommitted) resolve();\n      await database.commit(session);\n      this.#knownAt',
      ),
    ],
  },
  inCode('quota check outside the step'),
  {
    name: 'PostgreSQL: a write does not look whether the row is still as it was read',
    edits: [
      edit(POSTGRES, '?.version !== read.version) return false;', '?.version === undefined) return false;'),
    ],
  },
  {
    name: 'PostgreSQL: a contended call reads without the lock of its row',
    edits: [edit(POSTGRES, "      await run(() => lockRow(session, 'bots', found.account.botId));\n")],
  },
  {
    name: 'PostgreSQL: the write of a contended call is answered before its transaction commits',
    edits: [
      edit(
        POSTGRES,
        '      await run(() => database.commit(session), true);',
        '      void run(() => database.commit(session), true).catch(() => {});',
      ),
    ],
  },
  {
    name: 'PostgreSQL: a connection on which a statement timed out is used again',
    edits: [
      edit(
        POSTGRES,
        '  } catch (error) {\n    // Its connection',
        '  } catch (error) {\n    connections.push(late);\n    // Its connection',
      ),
    ],
  },
  {
    name: 'PostgreSQL: synchronous_commit=off',
    edits: [
      edit(
        DATABASE,
        "this.hasStandby ? 'confirmed' : await this.#standby(session);",
        "this.hasStandby ? 'confirmed' : 'local';",
      ),
      edit(
        DATABASE,
        '      this.safe = this.commits.length;\n    } finally',
        "      if (outcome !== 'local') this.safe = this.commits.length;\n    } finally",
      ),
    ],
  },
];

/** Of concurrency and time. @type {readonly SimulatedMutation[]} */
const ADDED = [
  {
    name: 'lost update: votes of a day are added to what was read before the row was locked',
    edits: [
      edit(
        OUTBOX,
        "        await write('voteDays',",
        "        const seen = new Map([...added.keys()].map((place) => [place, session.get('voteDays', place)]));\n        await write('voteDays',",
      ),
      edit(OUTBOX, 'votes: (row?.votes ?? 0) + (added', 'votes: (seen.get(place)?.votes ?? 0) + (added'),
    ],
  },
  {
    name: 'check outside of the transaction: a webhook is claimed as it was when it was listed',
    edits: [
      edit(
        OUTBOX,
        'if (row === undefined || !isDue(row, nowMs)) return undefined;',
        'if (row === undefined) return undefined;',
      ),
    ],
  },
  {
    name: 'forgotten row version: a change by an admin does not move it',
    edits: [edit(TABLES, 'row.version + (moves ? 1 : 0)', 'row.version + (moves ? 0 : 0)')],
  },
  {
    name: 'event before commit: an event is stored while the transaction of its call is open',
    edits: [
      edit(
        EFFECTS,
        "else if (effect.kind === 'event') await putEvent(session, effect.event);",
        "else if (effect.kind === 'event') {\n      await putEvent(session, effect.event);\n      const own = [...session.changes.values()].filter(({ table }) => table === 'events');\n      session.database.apply(own);\n      for (const { id } of own) session.changes.delete(['events', id].join(' '));\n    }",
      ),
    ],
  },
  {
    name: 'fold of half an hour: reports are folded a week after each, not by whole hours',
    edits: [
      edit('lib/domain/history/history.ts', 'hourOf(nowMs - KEPT_AS_SENT_MS)', '(nowMs - KEPT_AS_SENT_MS)'),
    ],
  },
  {
    name: 'lease that is too short: a claim ends before a slow request does',
    edits: [
      edit(
        'lib/domain/alerts/delivery.ts',
        'export const LEASE_MS = 30_000;',
        'export const LEASE_MS = 3_000;',
      ),
    ],
  },
  {
    name: 'vote counted on both instances: repeats are looked up without their lock',
    edits: [
      edit(
        OUTBOX,
        "        await write('repeats',",
        "        await statement();\n        const known = new Map([...byPlace.keys()].map((place) => [place, session.get('repeats', place)]));\n        await write('repeats',",
      ),
      edit(
        OUTBOX,
        'if (next === undefined || (row !== undefined && row.untilMs > nowMs)) return undefined;',
        'const before = known.get(place) ?? (row && undefined);\n          if (next === undefined || (before !== undefined && before.untilMs > nowMs)) return undefined;',
      ),
    ],
  },
  {
    name: 'claim that is used after its time: requests begin while it may be of another instance',
    edits: [
      edit(
        'lib/services/deliveries/send.ts',
        'if (signal.aborted || monotonicMs() >= endMs) break;',
        'if (signal.aborted) break;',
      ),
    ],
  },
  {
    name: 'disabled bot: its reports are accepted',
    edits: [
      edit(
        'lib/domain/reports/interval.ts',
        "if (account.isDisabled) return { refusal: 'bot_disabled', fromMs: null };\n",
      ),
    ],
  },
  {
    name: 'silence that its account does not remember',
    edits: [
      edit(
        'lib/domain/silences/silence-events.ts',
        'alerts: { ...account.alerts, silentSinceMs: sinceMs } }',
        'alerts: { ...account.alerts } }',
      ),
    ],
  },
  {
    name: 'pause that eats a silence: after it, nothing is told of a bot that stays silent',
    edits: [
      edit(
        'lib/domain/silences/silence.ts',
        'planChangedAtMs, pauseEndMs(account, nowMs)]',
        'planChangedAtMs, pauseEndMs(account, nowMs) && nowMs]',
      ),
    ],
  },
  {
    name: 'silence without an end: a report forgets a silence and tells nobody',
    edits: [
      edit('lib/domain/reports/decide.ts', '...heard.effects, ...counted.effects]', '...counted.effects]'),
    ],
  },
  {
    name: 'heartbeat that is no sign of life',
    edits: [
      edit(
        'lib/domain/silences/silence.ts',
        '[lastReport?.atMs ?? null, lastHeartbeatAtMs, alerts.recoveredAtMs]',
        '[lastReport?.atMs ?? null, alerts.recoveredAtMs]',
      ),
      edit(
        TABLES,
        'Math.max(lastReport?.atMs ?? -1, lastHeartbeatAtMs ?? -1) > ms',
        '(lastReport?.atMs ?? lastHeartbeatAtMs ?? -1) > ms',
      ),
    ],
  },
  {
    name: 'hold that ends early: a held report is decided as if its time had come',
    edits: [
      edit(
        'lib/services/calls/report.ts',
        'decideOrHold(account, botId, report, nowMs, HELD_AGAIN_MS, key)',
        'decideOrHold(account, botId, report, nowMs + HELD_AGAIN_MS, HELD_AGAIN_MS, key)',
      ),
    ],
  },
  {
    name: 'clock step back: a report of the future makes the bot wait until then',
    edits: [
      edit(
        'lib/domain/bots/account.ts',
        'return withPastReport(inCycleOf(account, nowMs), nowMs);',
        'return inCycleOf(account, nowMs);',
      ),
    ],
  },
  {
    name: 'clock step back: an earlier cycle has its calls again',
    edits: [
      edit(
        'lib/domain/bots/account.ts',
        'index < cycle.index ? Math.max(before, cycle.used) : before',
        'before',
      ),
    ],
  },
  {
    name: 'unknown outcome told as nothing stored',
    edits: [
      edit(
        POSTGRES,
        "giveUp(unavailable('The response was not received.', isCommit));",
        "giveUp(unavailable('The response was not received.'));",
      ),
    ],
  },
  {
    name: 'retry of a commit whose outcome is unknown',
    edits: [
      edit(
        POSTGRES,
        '(write) => this.#alone(write, true));',
        '(write) => this.#alone(write, true).catch(() => false));',
      ),
    ],
  },
  {
    name: 'missing standby: a commit whose wait was cancelled counts as confirmed',
    edits: [
      edit(
        DATABASE,
        "if (outcome === 'cancelled') throw new NotReplicated('A commit was not confirmed by its standby.');",
        "if (outcome === 'cancelled') return;",
      ),
      edit(
        POSTGRES,
        '    database.cancel(session);\n    giveUp(',
        '    database.cancel(session);\n    if (!database.hasStandby) return;\n    giveUp(',
      ),
    ],
  },
  {
    name: 'delivery shown as delivered although its receiver failed',
    edits: [
      edit(
        'lib/services/deliveries/record.ts',
        "state: result.isDelivered ? 'delivered' : nextAtMs === null",
        "state: result.isDelivered || tries > 1 ? 'delivered' : nextAtMs === null",
      ),
    ],
  },
  {
    name: 'outbox: events are marked as routed in a transaction before that of their deliveries',
    edits: [
      edit(
        'lib/services/events/route.ts',
        '        await routeAll(tables, ports, await tables.events.listUnroutedOf(ids), nowMs);\n      });',
        '        const all = await tables.events.listUnroutedOf(ids);\n        await tables.events.setRouted(ids, nowMs);\n        return { all, nowMs };\n      }).then(({ all, nowMs }) => ports.directory.write(locks, (tables) => routeAll(tables, ports, all, nowMs)));',
      ),
    ],
  },
  {
    name: 'midnight: the calls of yesterday are not kept by operation and key',
    edits: [
      edit(
        'lib/domain/quota/split-call.ts',
        'const isMoved = !isSame && current.keys.length > 0',
        'const isMoved = !isSame && current.keys.length > 999',
      ),
    ],
  },
  {
    name: 'rows that are known from a transaction that was rolled back',
    edits: [
      edit(SQLITE, '      this.#known.clear();\n      for (const { reject }', '      for (const { reject }'),
    ],
  },
  {
    name: 'vote answered before its transaction commits',
    edits: [
      edit(
        'lib/services/votes/inbox.ts',
        '    const stored = await directory.write(locksOf(deliveries), (tables, nowMs) =>\n      storeAll(tables, secrets, deliveries, nowMs),\n    );',
        "    const stored = await directory.write(locksOf(deliveries), async (tables, nowMs) => {\n      const early = await storeAll(tables, secrets, deliveries, nowMs);\n      some.forEach(({ settle }, i) => settle(early[i] ?? 'gone'));\n      return early;\n    });",
      ),
    ],
  },
];

export const SIMULATED = [...EXISTING, ...ADDED];
