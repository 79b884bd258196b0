import type { Migration } from './migration';

const tables = (integer: string, text: string, end: string): string[] => [
  `ALTER TABLE bots ADD COLUMN paused_until_ms ${integer}`,
  `CREATE TABLE marks (
    bot_id ${text} NOT NULL,
    at_ms ${integer} NOT NULL,
    id ${text} NOT NULL,
    kind ${text} NOT NULL CHECK (kind IN ('deploy', 'incident', 'note')),
    label ${text} NOT NULL,
    PRIMARY KEY (bot_id, at_ms, id)
  )${end}`,
  `CREATE TABLE pauses (
    bot_id ${text} NOT NULL,
    from_ms ${integer} NOT NULL,
    until_ms ${integer} NOT NULL,
    reason ${text},
    PRIMARY KEY (bot_id, from_ms)
  )${end}`,
];

/** Marks and planned silences (contract section 13). */
export const marks: Migration = {
  version: 21,
  name: 'marks',
  sqlite: tables('INTEGER', 'TEXT', ' STRICT, WITHOUT ROWID'),
  postgres: tables('bigint', 'text', ''),
};
