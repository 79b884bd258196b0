import { resolve } from 'node:path';
import {
  copyDatabase,
  distribute,
  findProblems,
  parseDatabaseAddress,
  type RestoredAccess,
  restore,
  rowCounts,
} from '@/lib/container';
import { conflict, done } from '@/lib/services/result';
import { type Command, required, rowsIn, UsageError } from '../command';
import { latestBackup } from './backup';

/** More would slow down what asks all of them. */
const SHARDS_MAX = 128;

export const databaseCommands: readonly Command[] = [
  {
    name: 'restore',
    argument: 'FILE',
    summary:
      'replace the database with a backup, or with the newest good one of BACKUP_DIR; the server must be stopped',
    usage: 'FILE|latest [--force]',
    async runOn(database, options, { progress, env }) {
      const given = required(options, 'FILE');
      const file = given === 'latest' ? latestBackup(env) : resolve(given);
      const { counts, ...access } = await restore(file, database, options.force === true, progress);
      const lines = [`Restored ${rowsIn(counts)} rows from ${file}.`, ...accessLines(access)];
      return done({ json: { file, rows: counts, ...access }, text: lines.join('\n') });
    },
  },
  {
    name: 'check',
    summary:
      'check the database for damage, settings that endanger durability, and webhooks that cannot be decrypted',
    usage: '',
    isBesideServer: true,
    async runOn(database, _, { env: { authSecret }, progress }) {
      const problems = await findProblems(database, authSecret, progress);
      const name = database.kind === 'sqlite' ? resolve(database.file) : 'The PostgreSQL database';
      return problems.length === 0
        ? done({ json: { ok: true, faults: problems }, text: `${name} has no problems.` })
        : conflict(`${name} has problems: ${problems.join(' ')}`);
    },
  },
  {
    name: 'distribute',
    summary:
      'spread the bots of a PostgreSQL database over the workers of its Citus cluster; the server must be stopped',
    usage: '[--shards N] [--dry-run]',
    async runOn(database, options, { env: { authSecret }, progress }) {
      if (database.kind !== 'postgres') throw new UsageError('Only a PostgreSQL database can be spread.');
      const shards = options.shards === undefined ? undefined : Number(options.shards);
      if (shards !== undefined && !(Number.isInteger(shards) && shards >= 1 && shards <= SHARDS_MAX))
        throw new UsageError(`--shards must be a whole number from 1 to ${SHARDS_MAX}.`);
      const isDryRun = options['dry-run'] === true;
      const steps = await distribute(database.url, shards, isDryRun, progress);
      const problems = isDryRun ? [] : await findProblems(database, authSecret, progress);
      if (problems.length > 0) return conflict(`The spread database has problems: ${problems.join(' ')}`);
      const nothing = 'There is nothing to do: the database is spread.';
      const ending = isDryRun ? 'Nothing was changed.' : 'The bots are spread; the database has no problems.';
      const lines = steps.length === 0 ? [nothing] : [...steps, ending];
      return done({ json: { steps, changed: !isDryRun && steps.length > 0 }, text: lines.join('\n') });
    },
  },
  {
    name: 'copy',
    summary: 'copy all data into an empty PostgreSQL database, or from one into a file',
    usage: '--to postgres://…|file:…',
    isBesideServer: true,
    async runOn(database, options, { progress }) {
      const to = parseDatabaseAddress(required(options, 'to'));
      if (!to.ok) throw new UsageError(`--to ${to.fault}.`);
      const target =
        to.address.kind === 'sqlite' ? { ...to.address, file: resolve(to.address.file) } : to.address;
      const figures = await copyDatabase(database, target, { progress });
      const counts = rowCounts(figures);
      return done({ json: { rows: counts }, text: `Copied ${rowsIn(counts)} rows; the counts agree.` });
    },
  },
];

type Withdrawn = RestoredAccess['withdrawn'][number];
type KeyRef = RestoredAccess['keysToReview'][number];

const WORDS: Readonly<Record<Withdrawn['change'], string>> = {
  'key-revoked': 'revoked',
  'key-expires-earlier': 'expires at the earlier time that was set since',
  'bot-disabled': 'disabled',
  'bot-deleted': 'was deleted since; restored as disabled',
  'bot-given-away': 'belongs to the owner that was set since',
  'bot-unpublished': 'is no longer public: Public may have been turned off since',
  'bot-deploys-hidden': 'its public page shows no deploys: they may have been hidden since',
  'vote-source-deleted': 'a source of its votes stays deleted',
  'vote-source-paused': 'a source of its votes stays paused',
  'vote-source-rotated': 'a source of its votes keeps its later secret',
  'role-ended': 'who lost a role since does not get it back',
  'votes-purged': 'votes that were purged since are purged again',
  'person-disabled': 'disabled',
  'person-deleted': 'was deleted since; restored as disabled',
  'person-no-admin': 'is no longer an admin',
  'password-changed': 'has the newer password',
  'factor-changed': 'has the newer second factor, or none if it was removed since',
  'identity-removed': 'disconnected',
};

/** Lines for the operator: what a restore did with the access that the backup grants. They contain no secrets. */
function accessLines(access: RestoredAccess): string[] {
  const { ended, withdrawn, isAllKnown, keysToReview, factorsToReview } = access;
  const count = Object.values(ended).reduce((sum, n) => sum + n, 0);
  return [
    `Ended ${count} sessions and open links: everyone signs in again.`,
    ...(withdrawn.length === 0 ? [] : ['Applied again from the replaced database:']),
    ...withdrawn.map((one) => `  ${subjectOf(one)}: ${WORDS[one.change]}`),
    ...(isAllKnown ? [] : [UNKNOWN]),
    ...(keysToReview.length === 0 ? [] : [REVIEW]),
    ...keysToReview.map((key) => `  ${keyText(key)}`),
    ...(factorsToReview.length === 0 ? [] : [FACTORS]),
    ...factorsToReview.map((email) => `  ${email}`),
  ];
}

const UNKNOWN =
  'It is unknown what else was revoked, disabled, disconnected or changed after the backup: there was no readable database that continues this backup. Passwords and Discord links are those of the backup.';
const REVIEW = 'These keys of the backup work again; revoke those that should not:';

const FACTORS =
  'The second factors of these people are those of the backup; "user reset-factor" removes one that was removed or replaced since:';

function subjectOf(one: Withdrawn): string {
  if ('keyId' in one) return keyText(one);
  if ('botId' in one) return `bot ${one.botId}`;
  return 'provider' in one ? `${one.email} at ${one.provider}` : one.email;
}

const keyText = ({ keyId, botId, name, last4 }: KeyRef) => `key ${keyId} "${name}" …${last4} of bot ${botId}`;
