import { Kysely, PostgresDialect } from 'kysely';
import { noProgress, type Progress } from '@/lib/ports/progress';
import { countRows } from './backup/copy-database';
import { checkIntegrity } from './backup/inspect';
import { usageProblems } from './check-usage';
import type { DatabaseAddress } from './database-address';
import { schemaProblems as postgresSchemaProblems } from './postgres/check-schema';
import { COMMAND, openPool } from './postgres/pool';
import type { Schema } from './schema';
import { schemaProblems } from './sqlite/check-schema';
import { openExisting } from './sqlite/files';
import { ReadWorker, ReadWorkerDialect } from './sqlite/read-worker';

/** Whether a secret of a webhook or of a source of votes can be decrypted, or that of the second factor `of` a person. */
export type IsReadable = (sealed: string, of?: string) => boolean;

type CheckOptions = {
  /** Whether one secret that can be decrypted shows that the others can be, too. */
  readonly isOneEnough?: boolean;
  /** `false`: its rows are not all of one moment, so that they need not agree. */
  readonly isMoment?: boolean;
};

/** Checks a database. Returns one sentence per problem; an empty list if there is none. */
export async function findProblems(
  address: DatabaseAddress,
  isReadable: IsReadable,
  progress: Progress = noProgress,
  { isOneEnough = false, isMoment = true }: CheckOptions = {},
): Promise<string[]> {
  if (address.kind === 'postgres') return postgresProblems(address.url, isReadable, progress);
  const database = openExisting(address.file, { readonly: true });
  const worker = new ReadWorker(address.file);
  try {
    const integrity = await checkIntegrity(address.file, worker, progress);
    const dangling = isMoment ? await worker.query('PRAGMA foreign_key_check', []) : [];
    const ofSchema = schemaProblems(database);
    const hasWebhooks = database.prepare(HAS_WEBHOOKS).get() !== undefined;
    const sealed = hasWebhooks ? (database.prepare(SEALED).all() as SealedRow[]) : [];
    const hasSources = database.prepare(HAS_SOURCES).get() !== undefined;
    const sources = hasSources ? (database.prepare(SOURCES).all() as SealedRow[]) : [];
    const hasFactors = database.prepare(HAS_FACTORS).get() !== undefined;
    const factors = hasFactors ? (database.prepare(FACTORS).all() as FactorRow[]) : [];
    const isSplit = isMoment && ofSchema.length === 0 && database.prepare(HAS_PARTS).get() !== undefined;
    const ofUsage = isSplit
      ? await usageProblems(new Kysely<Schema>({ dialect: new ReadWorkerDialect(worker.query) }))
      : [];
    const isOneRead =
      isOneEnough &&
      ([...sealed, ...sources].some(({ address }) => isReadable(address)) ||
        factors.some(({ id, sealed }) => isReadable(sealed, id)));
    const canRead = isOneRead ? () => true : isReadable;
    return [
      ...integrity.filter((line) => line !== 'ok'),
      ...(dangling.length === 0 ? [] : [`${dangling.length} rows refer to missing rows.`]),
      ...ofSchema,
      ...ofUsage,
      ...unreadable('Set these webhooks again', sealed, canRead),
      ...unreadable('Make these vote sources again', sources, canRead),
      ...unreadableFactors(factors, canRead),
    ];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    await worker.close();
    database.close();
  }
}

/** Checks the settings (as every connection does), that all rows can be read, and the schema. PostgreSQL verifies page checksums itself. */
async function postgresProblems(url: string, isReadable: IsReadable, progress: Progress): Promise<string[]> {
  const pool = openPool({ ...COMMAND, url });
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  try {
    await countRows(db, undefined, progress);
    const ofSchema = await postgresSchemaProblems(pool);
    if (ofSchema.length > 0) return ofSchema;
    return [
      ...(await usageProblems(db)),
      ...unreadable('Set these webhooks again', (await pool.query<SealedRow>(SEALED)).rows, isReadable),
      ...unreadable('Make these vote sources again', (await pool.query<SealedRow>(SOURCES)).rows, isReadable),
      ...unreadableFactors((await pool.query<FactorRow>(FACTORS)).rows, isReadable),
    ];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    await db.destroy();
  }
}

/** A database of an older version has none. */
const HAS_WEBHOOKS = "SELECT 1 FROM sqlite_schema WHERE name = 'webhook_endpoints'";
const SEALED = 'SELECT id, host, address, secret FROM webhook_endpoints ORDER BY id';
const HAS_SOURCES = "SELECT 1 FROM sqlite_schema WHERE name = 'vote_sources'";
const HAS_PARTS = "SELECT 1 FROM sqlite_schema WHERE name = 'usage_parts'";
const SOURCES =
  "SELECT id, name AS host, secret AS address, NULL AS secret FROM vote_sources WHERE secret <> '' AND deleted_at_ms IS NULL ORDER BY id";
const HAS_FACTORS = "SELECT 1 FROM sqlite_schema WHERE name = 'second_factors'";
const FACTORS =
  'SELECT id, email, sealed FROM second_factors JOIN users ON id = user_id WHERE enabled_at_ms IS NOT NULL ORDER BY email';
type FactorRow = { id: string; email: string; sealed: string };
type SealedRow = { id: string; host: string; address: string; secret: string | null };
/** The most that are named. */
const NAMED_MAX = 10;

/** Second factors whose codes cannot be checked after a start with another AUTH_SECRET. */
function unreadableFactors(rows: readonly FactorRow[], isReadable: IsReadable): string[] {
  const found = rows.filter(({ id, sealed }) => !isReadable(sealed, id)).map(({ email }) => email);
  if (found.length === 0) return [];
  return [
    `AUTH_SECRET does not decrypt the second factors of ${namedFew(found)}: only their recovery codes work. "user reset-factor" removes one.`,
  ];
}

const namedFew = (all: readonly string[]): string =>
  all.slice(0, NAMED_MAX).join(', ') + (all.length > NAMED_MAX ? ` and ${all.length - NAMED_MAX} more` : '');

/** Webhooks that are off until their addresses are set again, as after a start with another AUTH_SECRET. */
function unreadable(advice: string, rows: readonly SealedRow[], isReadable: IsReadable): string[] {
  const found = rows.filter(
    ({ address, secret }) => !isReadable(address) || (secret !== null && !isReadable(secret)),
  );
  if (found.length === 0) return [];
  const named = namedFew(found.map(({ id, host }) => `${id} (${host})`));
  return [`${advice}, which AUTH_SECRET does not decrypt: ${named}.`];
}
