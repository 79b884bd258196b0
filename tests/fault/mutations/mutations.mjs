/**
 * Defects that each break a guarantee, and the test that must fail. `find` occurs exactly once in `file`. `test` is the
 * name in `suite`, `on` the database if the test runs on both, and `says` a part of the failure message. `isBuilt`: the
 * test runs the built server.
 * @typedef {{ file: string, find: string, replace: string }} Edit
 * @typedef {{ name: string, edits: readonly Edit[], suite: string, test: string, on?: string, says: string,
 *   isBuilt?: boolean }} Mutation
 */

const SQLITE_STORE = 'lib/data/sqlite/store.ts';
const POSTGRES_STATEMENTS = 'lib/data/postgres/statements.ts';
const CONTENDED = 'tests/data/contended-calls.test.ts';
const GROUP_COMMIT = 'tests/data/sqlite/group-commit.test.ts';
const KNOWN_ROWS = 'tests/data/known-rows.test.ts';

/** One more for each folder of lib whose rules no storage holds. @type {readonly Mutation[]} */
const BY_FOLDER = [
  {
    name: 'domain: a report is accepted a millisecond before its interval is over',
    edits: [
      {
        file: 'lib/domain/reports/interval.ts',
        find: 'const nextAllowedAtMs = lastReportAtMs + intervalMs;',
        replace: 'const nextAllowedAtMs = lastReportAtMs + intervalMs - 1;',
      },
    ],
    suite: 'tests/unit/domain/interval.test.ts',
    test: 'the wait ends exactly one interval of the current plan after the last report (contract rule 6)',
    says: 'Property failed',
  },
  {
    name: 'contract: a count of a report has no upper bound',
    edits: [{ file: 'lib/contract/report.ts', find: '    .max(max, { error })\n', replace: '' }],
    suite: 'tests/unit/contract/report-body.test.ts',
    test: 'a body is accepted unchanged if every field is valid; else each invalid field has one issue, in order',
    says: 'Property failed',
  },
  {
    name: 'services: revoking a revoked key moves the time of its revocation',
    edits: [
      {
        file: 'lib/services/keys/change.ts',
        find: '    if (key.revokedAtMs !== null) return done(key);\n',
        replace: '',
      },
    ],
    suite: 'tests/data/keys.test.ts',
    test: 'that is revoked keeps the time of its first revocation and cannot be rotated',
    on: 'SQLite',
    says: 'to be 1768791600123',
  },
  {
    name: 'http: a literal segment of a path is also tried as a parameter',
    edits: [
      {
        file: 'lib/api/router.ts',
        find: 'if (literal !== undefined) node = literal;',
        replace: 'if (literal !== undefined && node.parameter === null) node = literal;',
      },
      {
        file: 'lib/api/router.ts',
        find: 'PATH_PARAMETERS[node.parameter.name].isValid(segment)',
        replace: "segment !== ''",
      },
    ],
    suite: 'tests/unit/api/router.test.ts',
    test: 'with a literal segment does not match a parameter in its place (contract section 8)',
    says: 'null',
  },
  {
    name: 'auth: what is sealed is not bound to its key by its tag',
    edits: [
      {
        file: 'lib/auth/secrets.ts',
        find: "return Buffer.concat([text, decipher.final()]).toString('utf8');",
        replace: "return text.toString('utf8');",
      },
    ],
    suite: 'tests/unit/auth/vault.test.ts',
    test: 'damaged text does not open',
    says: 'to deeply equal',
  },
  {
    name: 'delivery: a name may be reached without TLS until it is resolved',
    edits: [
      {
        file: 'lib/delivery/guard.ts',
        find: 'return target.isTls || mayHaveNoTls(target) ? null : NO_TLS;',
        replace: 'return null;',
      },
    ],
    suite: 'tests/unit/delivery/guard.test.ts',
    test: 'a name is judged by what it resolves to, but without TLS at once',
    says: 'expects to receive a string',
  },
  {
    name: 'jobs: the error of a failed run is dropped',
    edits: [{ file: 'lib/jobs/runner.ts', find: 'if (!signal.aborted) failed(error);', replace: '' }],
    suite: 'tests/unit/jobs/runner.test.ts',
    test: 'continue after one that failed, whose error is reported',
    says: 'to deeply equal',
  },
  {
    name: 'cli: a command runs although its help was asked for',
    edits: [{ file: 'lib/cli/main.ts', find: '  if (wantsHelp) {', replace: '  if (wantsHelp && isJson) {' }],
    suite: 'tests/unit/cli/usage.test.ts',
    test: 'a command with --help prints only its own help and does nothing',
    says: 'expected',
  },
  {
    name: 'view: a quotation mark leaves its attribute',
    edits: [
      { file: 'lib/view/markup.ts', find: 'piece.replace(/[&<>"]/g,', replace: 'piece.replace(/[&<>]/g,' },
    ],
    suite: 'tests/unit/view/markup.test.ts',
    test: 'a text stays a text in an element and in an attribute, whatever it contains',
    says: 'Property failed',
  },
  {
    name: 'client: a new process reports before it has read the usage',
    edits: [
      {
        file: 'lib/client/scheduler.ts',
        find: "if (this.#reportAtMs === null) return { call: 'usage', atMs: at(nowMs) };",
        replace: "if (this.#reportAtMs === null) return { call: 'report', atMs: at(nowMs) };",
      },
    ],
    suite: 'tests/unit/client/scheduler.test.ts',
    test: 'the first call is a usage read, at once',
    says: 'to deeply equal',
  },
];

/** @type {readonly Mutation[]} */
export const MUTATIONS = [
  ...BY_FOLDER,
  {
    name: 'no transaction: the statements of a group commit one by one',
    edits: [
      {
        file: SQLITE_STORE,
        find: `      await this.#lock.begin(this.#sql.begin, group[0]?.requestedAt);
      this.#known.refresh();
      onCommitted = group.map(({ perform }) => perform());
      isCommitting = true;
      this.#sql.commit();`,
        replace: '      onCommitted = group.map(({ perform }) => perform());',
      },
    ],
    suite: GROUP_COMMIT,
    test: 'calls of one turn of the event loop are decided one after the other in one commit',
    says: 'to deeply equal',
  },
  {
    name: 'outdated rows: the store does not ask whether another connection has committed',
    edits: [
      {
        file: 'lib/data/sqlite/known-rows.ts',
        find: 'if (version === this.#version && ',
        replace: 'if (',
      },
    ],
    suite: KNOWN_ROWS,
    test: 'a call finds the account that the database has',
    on: 'SQLite',
    says: 'Property failed',
  },
  {
    name: 'check-then-act interval: a call is decided before its transaction begins',
    edits: [
      {
        file: SQLITE_STORE,
        find: `      const perform = () => {
        const nowMs = this.#clock();
        const found = this.#read(ref, nowMs);
        if (found === null) return () => resolve(null);
        const { account, effects, outcome } = decide(found.account, nowMs, found.keyNumber);`,
        replace: `      const nowMs = this.#clock();
      const found = this.#read(ref, nowMs);
      if (found === null) return resolve(null);
      const { account, effects, outcome } = decide(found.account, nowMs, found.keyNumber);
      const perform = () => {`,
      },
    ],
    suite: CONTENDED,
    test: 'each is decided on what the one before left: used counts up without gap or double',
    on: 'SQLite',
    says: 'to deeply equal',
  },
  {
    name: 'outdated row: a call is decided on the account that was found when its key was looked up',
    edits: [
      {
        file: SQLITE_STORE,
        find: "call: Store['call'] = (ref, decide) => {",
        replace: "call: Store['call'] = (ref, decide, seen) => {",
      },
      {
        file: SQLITE_STORE,
        find: 'decide(found.account, nowMs, found.keyNumber);',
        replace: 'decide(seen?.account ?? found.account, nowMs, found.keyNumber);',
      },
    ],
    suite: 'tests/data/stale-snapshot.test.ts',
    test: 'a change by an admin',
    on: 'SQLite',
    says: 'to deeply equal',
  },
  {
    name: 'synchronous=OFF: a commit is not synced',
    edits: [
      {
        file: 'lib/data/sqlite/open.ts',
        find: "setPragma(database, 'synchronous', 'FULL', 2);",
        replace: "setPragma(database, 'synchronous', 'OFF', 0);",
      },
    ],
    suite: 'tests/fault/durability/sync-before-response.test.ts',
    test: 'completes a sync of the WAL before the response to each report',
    says: 'syncs of the WAL',
    isBuilt: true,
  },
  {
    name: 'answer before commit: a group is answered while its transaction is open',
    edits: [
      {
        file: SQLITE_STORE,
        find: '      isCommitting = true;',
        replace: '      for (const resolve of onCommitted) resolve();',
      },
    ],
    suite: GROUP_COMMIT,
    test: 'a call whose commit fails is rejected, not answered as done, and nothing of it stays',
    says: 'promise resolved',
  },
  {
    name: 'quota check outside the step: a read is counted by what was left when its key was looked up',
    edits: [
      {
        file: 'lib/services/calls/calls.ts',
        find: 'store.call(ref, decideUsageRead, seen);',
        replace:
          'store.call(ref, (account, nowMs, key) => decideUsageRead(account, nowMs, key, seen?.account), seen);',
      },
      {
        file: 'lib/domain/reports/decide.ts',
        find: "  key: KeyNumber,\n): Decision<CallOutcome<'bot_disabled'>> {",
        replace: "  key: KeyNumber,\n  seen?: Account,\n): Decision<CallOutcome<'bot_disabled'>> {",
      },
      {
        file: 'lib/domain/reports/decide.ts',
        find: 'const isCounted = !quotaOf(current).isExhausted;',
        replace: 'const isCounted = !quotaOf(seen ?? current).isExhausted;',
      },
    ],
    suite: 'tests/api/races/usage-reads.test.ts',
    test: 'counts exactly what is left among simultaneous reads and reports',
    on: 'SQLite',
    says: 'to be 1500',
    isBuilt: true,
  },
  {
    name: 'PostgreSQL: a write does not look whether the row is still as it was read',
    edits: [
      {
        file: POSTGRES_STATEMENTS,
        find: 'WHERE id = $1 AND version = $2`;',
        replace: 'WHERE id = $1 AND $2::bigint IS NOT NULL`;',
      },
    ],
    suite: CONTENDED,
    test: 'each is decided on what the one before left: used counts up without gap or double',
    on: 'PostgreSQL',
    says: 'to deeply equal',
  },
  {
    name: 'PostgreSQL: a contended call reads without the lock of its row',
    edits: [
      {
        file: POSTGRES_STATEMENTS,
        find: 'SELECT 1 FROM bots WHERE id = $1 FOR UPDATE',
        replace: 'SELECT 1 FROM bots WHERE id = $1',
      },
    ],
    suite: CONTENDED,
    test: 'each is decided on what the one before left: used counts up without gap or double',
    on: 'PostgreSQL',
    says: 'to deeply equal',
  },
  {
    name: 'PostgreSQL: the write of a contended call is answered before its transaction commits',
    edits: [
      {
        file: 'lib/data/postgres/store.ts',
        find: "await this.#runCommit(client, { name: 'commit', text: 'COMMIT' }, until);",
        replace: "void this.#runCommit(client, { name: 'commit', text: 'COMMIT' }, until);",
      },
    ],
    suite: 'tests/data/postgres/commits.test.ts',
    test: 'calls that contend for one bot resolve only if their commits succeed',
    says: 'to deeply equal',
  },
  {
    name: 'PostgreSQL: a connection on which a statement timed out is used again',
    edits: [
      {
        file: 'lib/data/postgres/evict-broken-clients.ts',
        find: 'client.release(isBroken || lost !== undefined)',
        replace: 'client.release()',
      },
    ],
    suite: 'tests/data/postgres/late-responses.test.ts',
    test: 'a report that is acknowledged after a delayed change is stored',
    says: 'to deeply equal',
  },
  {
    name: 'PostgreSQL: synchronous_commit=off',
    edits: [
      {
        file: 'lib/data/postgres/session.ts',
        find: 'synchronous_commit=on',
        replace: 'synchronous_commit=off',
      },
      // Otherwise the session would be refused.
      {
        file: 'lib/data/postgres/session.ts',
        find: "'remote_apply'",
        replace: "'off'",
      },
    ],
    suite: 'tests/data/postgres/commits.test.ts',
    test: 'an accepted report is on disk when its call resolves, whatever the server’s default is',
    says: 'before they were on disk',
  },
];
