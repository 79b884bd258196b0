import { OVERLAPS_MS, type Overlap } from '@/lib/domain/api-key';
import { OPERATOR } from '@/lib/domain/principal';
import { type CreatedKey, createKey } from '@/lib/services/create-key';
import { listKeys } from '@/lib/services/list-keys';
import type { ApiKey } from '@/lib/services/ports';
import { revokeKey } from '@/lib/services/revoke-key';
import { rotateKey } from '@/lib/services/rotate-key';
import { type Command, type Output, oneOf, optional, required, shown, text, UsageError } from '../command';
import { isoOrNull, table } from '../table';

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

/** The one time that the whole key is shown. */
const created = ({ apiKey, key }: CreatedKey): Output => ({
  json: { keyId: apiKey.id, key, botId: apiKey.botId },
  text: `${key}\nThis is the only time that the key is shown. Its id is ${apiKey.id}.`,
});

const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;

function parseExpiry(value: string | undefined): number | null {
  if (value === undefined) return null;
  const atMs = ISO.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(atMs)) throw new UsageError('--expires must be ISO 8601, such as 2027-01-31T00:00:00Z.');
  return atMs;
}

export const keyCommands: readonly Command[] = [
  {
    name: 'key create',
    summary: 'make an API key for a bot and print it, once',
    usage: '--bot SNOWFLAKE [--name NAME] [--expires ISO]',
    options: { bot: text, name: { ...text, default: 'default' }, expires: text },
    async run(ports, options) {
      const input = {
        botId: required(options, 'bot'),
        name: required(options, 'name'),
        expiresAtMs: parseExpiry(optional(options, 'expires')),
      };
      return shown(await createKey(ports, OPERATOR, input), created);
    },
  },
  {
    name: 'key list',
    summary: 'list a bot’s keys, without the keys themselves',
    usage: '--bot S',
    options: { bot: text },
    run: async (ports, options) =>
      shown(await listKeys(ports, OPERATOR, required(options, 'bot')), ({ keys }) => ({
        json: keys.map(toJson),
        text: table(
          ['KEY ID', 'LAST 4', 'EXPIRES', 'REVOKED', 'LAST USED', 'NAME'],
          keys.map((k) => [
            k.id,
            k.last4,
            isoOrNull(k.expiresAtMs) ?? 'never',
            isoOrNull(k.revokedAtMs) ?? 'no',
            isoOrNull(k.lastUsedAtMs) ?? 'never',
            k.name,
          ]),
        ),
      })),
  },
  {
    name: 'key rotate',
    summary: 'make a new key in place of a live one and print it, once',
    usage: '--key-id ID [--overlap 0|1h|24h|7d]',
    options: { 'key-id': text, overlap: { ...text, default: '0' } },
    async run(ports, options) {
      const overlap = oneOf(options, 'overlap', Object.keys(OVERLAPS_MS) as Overlap[]);
      return shown(await rotateKey(ports, OPERATOR, required(options, 'key-id'), overlap), created);
    },
  },
  {
    name: 'key revoke',
    summary: 'end a key at once',
    usage: '--key-id ID',
    options: { 'key-id': text },
    run: async (ports, options) =>
      shown(await revokeKey(ports, OPERATOR, required(options, 'key-id')), (key) => ({
        json: toJson(key),
        text: `The key ${key.name} (…${key.last4}) is revoked.`,
      })),
  },
];
