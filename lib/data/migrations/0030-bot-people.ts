import { type Migration, onBoth } from './migration';

/**
 * People of bots beside their owners, and who was asked to become one. Without foreign keys, which would lock the bot's row
 * that calls write; deleting a bot or a person deletes them.
 */
export const botPeople: Migration = {
  version: 30,
  name: 'bot-people',
  ...onBoth([
    `CREATE TABLE bot_people (
    bot_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('manager', 'viewer')),
    joined_at_ms INTEGER NOT NULL,
    PRIMARY KEY (bot_id, user_id)
  ) STRICT, WITHOUT ROWID`,
    'CREATE INDEX bot_people_by_person ON bot_people (user_id)',
    `CREATE TABLE bot_invitations (
    bot_id TEXT NOT NULL,
    email TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('manager', 'viewer')),
    issuer TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    PRIMARY KEY (bot_id, email)
  ) STRICT, WITHOUT ROWID`,
    'CREATE INDEX bot_invitations_by_address ON bot_invitations (email)',
  ]),
  spread: ['bot_people', 'bot_invitations'].map(
    (name) => `SELECT citus_add_local_table_to_metadata('${name}')`,
  ),
};
