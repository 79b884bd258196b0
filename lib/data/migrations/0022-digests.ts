import type { Migration } from './migration';

const INDEX = 'CREATE INDEX users_by_digest ON users (digest_at_ms) WHERE digest_at_ms IS NOT NULL';

/** Which digest a person has chosen, and when the next one is due. */
export const digests: Migration = {
  version: 22,
  name: 'digests',
  sqlite: [
    'ALTER TABLE users ADD COLUMN digest_json TEXT',
    'ALTER TABLE users ADD COLUMN digest_at_ms INTEGER',
    INDEX,
  ],
  postgres: [
    'ALTER TABLE users ADD COLUMN digest_json text',
    'ALTER TABLE users ADD COLUMN digest_at_ms bigint',
    INDEX,
  ],
};
