import { startReceiver } from '../load/receivers.mjs';
import { addWebhooks } from './events.mjs';
import { openDatabase } from './open-database.mjs';
import { sealWebhooks } from './seal-webhooks.mjs';

/** The bots that get a webhook. */
export const BOTS = { from: 0, to: 500 };
/** Two hosts: an instance makes at most 32 requests at once to one. */
const RECEIVERS = 2;

/**
 * Starts receivers that respond at once, and gives each bot a webhook at one of them.
 * @param {{ folder: string, databaseUrl: string, scheme?: 'http' | 'https' }} options
 */
export async function receivingBots({ folder, databaseUrl, scheme = 'http' }) {
  const receivers = await Promise.all(
    Array.from({ length: RECEIVERS }, () => startReceiver('prompt', scheme)),
  );
  const sealed = await sealWebhooks(
    folder,
    receivers.map(({ url }) => url),
  );
  const { query, close } = await openDatabase(databaseUrl);
  const share = (BOTS.to - BOTS.from) / RECEIVERS;
  for (const [at, webhook] of sealed.entries()) {
    const range = { from: BOTS.from + at * share, to: BOTS.from + (at + 1) * share };
    await addWebhooks(query, range, webhook, { types: 'bot.enabled' });
  }
  return { receivers, query, close };
}
