import { type Migration, onBoth } from './migration';

/** Which digest a person has chosen, and when the next one is due. */
export const digests: Migration = {
  version: 22,
  name: 'digests',
  ...onBoth([
    'ALTER TABLE users ADD COLUMN digest_json TEXT',
    'ALTER TABLE users ADD COLUMN digest_at_ms INTEGER',
    'CREATE INDEX users_by_digest ON users (digest_at_ms) WHERE digest_at_ms IS NOT NULL',
  ]),
};
