import type { Database } from '../sqlite/driver.mjs';
import { hasTable } from './has-table';

/** Identifies a key to people. Never contains its hash. */
export type KeyRef = {
  readonly keyId: string;
  readonly botId: string;
  readonly name: string;
  readonly last4: string;
};

export const KEY = 'id AS keyId, bot_id AS botId, name, last4';

/** What the operator has to look at where it is not known what was withdrawn since. */
export const reviews = (database: Database, isAllKnown: boolean, nowMs: number) => ({
  isAllKnown,
  keysToReview: isAllKnown ? [] : liveKeys(database, nowMs),
  factorsToReview: isAllKnown ? [] : peopleWithFactor(database),
});

/** Keys of the database or schema that are live at `nowMs`, even if their bot or owner is disabled. */
export const liveKeys = (database: Database, nowMs: number, schema = 'restored'): KeyRef[] =>
  database
    .prepare<[number], KeyRef>(
      `SELECT ${KEY} FROM ${schema}.api_keys
       WHERE revoked_at_ms IS NULL AND (expires_at_ms IS NULL OR expires_at_ms > ?)
       ORDER BY bot_id, created_at_ms, id`,
    )
    .all(nowMs);

/** The addresses of people whose second factor is on in the schema. */
export const peopleWithFactor = (database: Database, schema = 'restored'): string[] =>
  hasTable(database, schema, 'second_factors')
    ? database
        .prepare<[], string>(
          `SELECT email FROM ${schema}.users JOIN ${schema}.second_factors ON user_id = id
           WHERE enabled_at_ms IS NOT NULL ORDER BY email`,
        )
        .pluck()
        .all()
    : [];
