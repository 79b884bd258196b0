import { type ApiKey, OVERLAPS_MS, type Overlap } from '@/lib/domain/keys/api-key';
import { parseMoment } from '@/lib/domain/keys/expiry';
import { OPERATOR } from '@/lib/domain/people/caller';
import { PAGE_SIZE } from '@/lib/domain/text/paging';
import { type CreatedKey, createKey, revokeKey, rotateKey } from '@/lib/services/keys/change';
import { listKeys } from '@/lib/services/keys/find';
import {
  type Command,
  formatResult,
  isoOrNull,
  type Options,
  type Output,
  oneOf,
  optional,
  required,
  table,
  textOption,
  UsageError,
} from '../command';

const toJson = (key: ApiKey) => ({
  keyId: key.id,
  botId: key.botId,
  name: key.name,
  last4: key.last4,
  createdAt: isoOrNull(key.createdAtMs),
  expiresAt: isoOrNull(key.expiresAtMs),
  revokedAt: isoOrNull(key.revokedAtMs),
  lastUsedAt: isoOrNull(key.lastUsedAtMs),
});

const HEADING = ['KEY ID', 'LAST 4', 'EXPIRES', 'REVOKED', 'LAST USED', 'NAME'];

const toRow = (key: ApiKey): string[] => [
  key.id,
  key.last4,
  isoOrNull(key.expiresAtMs) ?? 'never',
  isoOrNull(key.revokedAtMs) ?? 'no',
  isoOrNull(key.lastUsedAtMs) ?? 'never',
  key.name,
];

/** The only time the complete key is shown. */
const created = ({ apiKey, key }: CreatedKey): Output => ({
  json: { keyId: apiKey.id, key, botId: apiKey.botId },
  text: key,
  note: `This is the only time that the key is shown. Its id is ${apiKey.id}.`,
});

function parseExpiry(value: string | undefined): number | null {
  if (value === undefined) return null;
  const atMs = parseMoment(value);
  if (atMs === null) throw new UsageError('--expires must be ISO 8601, such as 2027-01-31T00:00:00Z.');
  return atMs;
}

function pageOf(options: Options): number {
  const page = required(options, 'page');
  if (!/^[1-9]\d{0,5}$/.test(page)) throw new UsageError('--page must be a whole number from 1.');
  return Number(page);
}

export const keyCommands: readonly Command[] = [
  {
    name: 'key create',
    summary: 'create an API key for a bot and print it, once',
    usage: '--bot SNOWFLAKE [--name NAME] [--expires ISO]',
    options: { bot: textOption, name: { ...textOption, default: 'default' }, expires: textOption },
    async run(ports, options) {
      const input = {
        botId: required(options, 'bot'),
        name: required(options, 'name'),
        expiresAtMs: parseExpiry(optional(options, 'expires')),
      };
      return formatResult(await createKey(ports, OPERATOR, input), created);
    },
  },
  {
    name: 'key list',
    summary: `list a bot’s keys, without the keys themselves: live ones first, newest first, ${PAGE_SIZE} a page`,
    usage: '--bot S [--page N]',
    options: { page: { ...textOption, default: '1' } },
    async run(ports, options) {
      const requested = pageOf(options);
      const result = await listKeys(ports, OPERATOR, required(options, 'bot'), requested);
      return formatResult(result, ({ keys, page, total }) => {
        // A page past the end is empty, so that a script that reads all pages terminates.
        const listed = page === requested ? keys : [];
        const pages = `Page ${requested} of ${Math.ceil(total / PAGE_SIZE)}, ${total} keys.`;
        const lines = table(HEADING, listed.map(toRow));
        return { json: listed.map(toJson), text: total > PAGE_SIZE ? `${lines}\n${pages}` : lines };
      });
    },
  },
  {
    name: 'key rotate',
    summary: 'replace a live key by a new one and print that, once',
    usage: '--key-id ID [--overlap 0|1h|24h|7d]',
    options: { overlap: { ...textOption, default: '0' } },
    async run(ports, options) {
      const overlap = oneOf(options, 'overlap', Object.keys(OVERLAPS_MS) as Overlap[]);
      return formatResult(await rotateKey(ports, OPERATOR, required(options, 'key-id'), overlap), created);
    },
  },
  {
    name: 'key revoke',
    summary: 'revoke a key at once',
    usage: '--key-id ID',
    run: async (ports, options) =>
      formatResult(await revokeKey(ports, OPERATOR, required(options, 'key-id')), (key) => ({
        json: toJson(key),
        text: `The key ${key.name} (…${key.last4}) is revoked.`,
      })),
  },
];
