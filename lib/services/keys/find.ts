import { type KeysView, keyItem } from '@/lib/contract/keys-view';
import type { Bot } from '@/lib/domain/bots/bot';
import { type ApiKey, isKeyLive, type KeyListing } from '@/lib/domain/keys/api-key';
import type { Caller, KeyCaller } from '@/lib/domain/people/caller';
import { usageBreakdown } from '@/lib/domain/quota/breakdown';
import { REFUSALS_KEPT_MS } from '@/lib/domain/reports/refusal';
import { PAGE_SIZE, pageWithin } from '@/lib/domain/text/paging';
import type { Ports, Tables } from '@/lib/ports/ports';
import { findBot, readOfBot } from '../bots/find';
import { findSnapshot } from '../bots/read';
import { type PageTurn, viewHistory } from '../bots/view-history';
import { annotationsIn } from '../history/annotations';
import { done, notFound, notOwned, type Result } from '../result';
import type { Right } from '../rights';
import { searchIn } from '../search';
import { splitUsageOf } from '../usage/parts';

const NO_KEY = 'There is no such key.';

/** A key with its bot, which `who` may manage. Another owner's key and an unknown key get the same refusal. */
export async function findKey(
  tables: Tables,
  who: Caller,
  keyId: string,
  what: Right,
): Promise<Result<{ readonly key: ApiKey; readonly bot: Bot }>> {
  const key = await tables.keys.findById(keyId);
  // An unknown key costs the same reads as another owner's, so the time tells nothing.
  const bot = await findBot(tables, who, key?.botId ?? '', what);
  if (key === null) return notFound(NO_KEY, 'keyId');
  return bot.ok ? done({ key, bot: bot.value }) : notOwned(NO_KEY, 'keyId');
}

/** The id of the key of a call, read again; `null` if it is no longer live. */
export async function liveKeyId({ keys }: Tables, { botId, keyHash }: KeyCaller, nowMs: number) {
  const [hashed] = await keys.listByHashes([keyHash]);
  const key = hashed === undefined ? null : await keys.findById(hashed.id);
  return key !== null && key.botId === botId && isKeyLive(key, nowMs) ? key.id : null;
}

type KeysOfBot = {
  readonly nowMs: number;
  readonly bot: Bot;
  /** From 1: the requested page, or the last one. */
  readonly page: number;
  /** Keys on all pages. */
  readonly total: number;
  readonly keys: readonly ApiKey[];
};

/** A page of the keys of a bot that `who` may manage, without key or hash: live ones first, then newest first. */
export async function listKeys(
  ports: Ports,
  who: Caller,
  botId: string,
  page: number,
): Promise<Result<KeysOfBot>> {
  return readOfBot(ports, who, botId, 'listKeys', async (tables, bot, nowMs) => ({
    nowMs,
    bot,
    ...(await pageOfKeys(tables, botId, page, nowMs)),
  }));
}

async function pageOfKeys({ keys }: Tables, botId: string, page: number, nowMs: number) {
  const total = await keys.countOfBot(botId);
  const shown = pageWithin(page, total, PAGE_SIZE);
  return { page: shown, total, keys: await keys.listOfBot(botId, shown, nowMs) };
}

/** A page of a bot's keys as its page shows them, with what they used and why calls of them were refused. */
export async function viewKeys(
  ports: Ports,
  who: Caller,
  botId: string,
  page: number,
  turn: PageTurn = {},
): Promise<Result<KeysView>> {
  const snapshot = await findSnapshot(ports, who, botId, 'viewKeys');
  if (!snapshot.ok) return snapshot;
  const { account, nowMs } = snapshot.value;
  const { keys, refused, ...listed } = await ports.directory.read(async (tables) => ({
    ...(await pageOfKeys(tables, botId, page, nowMs)),
    refused: await tables.refusals.listOfBot(botId, nowMs - REFUSALS_KEPT_MS),
  }));
  const read = await viewHistory(ports, who, turn, async (history) => {
    const { parts, keys: numbered } = await splitUsageOf(history, account);
    const usage = usageBreakdown(account, parts, numbered, nowMs);
    const fromMs = Date.parse(usage.days[0]?.date ?? '');
    return { usage, annotations: await annotationsIn(history.marks, botId, { fromMs, untilMs: nowMs + 1 }) };
  });
  // The latest of a key is the last one that is put in.
  const lastErrors = Object.fromEntries(
    refused.toReversed().map(({ keyId, error, lastAtMs }) => [keyId, { error, atMs: lastAtMs }]),
  );
  return done({
    nowMs,
    bot: { id: botId, name: account.name },
    ...listed,
    items: keys.map((key) => keyItem(key, nowMs)),
    lastErrors,
    usage: read?.usage ?? null,
    annotations: read?.annotations ?? null,
  });
}

/** Searches the keys of all bots. */
export const searchKeys = searchIn<KeyListing>(({ keys }, query, nowMs) => keys.search(query, nowMs));
