import type { Operation } from '@/lib/api/operation';
import type { HttpRequest } from './http';

export const REPORT_PATH = '/api/v1/bots/stats';
export const USAGE_PATH = '/api/v1/usage';

type BotId = { readonly id: string };
type Key = { readonly key: string };

/** The body of a valid report. */
export const report = (bot: BotId, fields: object = {}) => ({
  botId: bot.id,
  serverCount: 4,
  userCount: 273,
  ...fields,
});

export const bearer = ({ key }: Key) => ({ Authorization: `Bearer ${key}` });

/** A valid report with the bot's key; `fields` overrides fields of the body. */
export const reportRequest = (bot: BotId & Key, fields: object = {}) =>
  ({
    method: 'POST',
    path: REPORT_PATH,
    headers: { ...bearer(bot), 'Content-Type': 'application/json' },
    body: JSON.stringify(report(bot, fields)),
  }) satisfies HttpRequest;

/** A usage read with the bot's key. */
export const usageRequest = (bot: Key) => ({ path: USAGE_PATH, headers: bearer(bot) }) satisfies HttpRequest;

/** A read of the bot with its key. */
export const botRequest = (bot: BotId & Key) =>
  ({ path: `/api/v1/bots/${bot.id}`, headers: bearer(bot) }) satisfies HttpRequest;

/** A valid request of an operation for bots. */
export const requestOf = (
  { method, path, body }: Pick<Operation, 'method' | 'path' | 'body'>,
  bot: BotId & Key,
) =>
  ({
    method,
    path: path.replace('{botId}', bot.id),
    headers: { ...bearer(bot), ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify({ ...body.minimal, botId: bot.id }) }),
  }) satisfies HttpRequest;
