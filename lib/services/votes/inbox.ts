import type { NewEvent } from '@/lib/domain/alerts/event';
import type { Bot } from '@/lib/domain/bots/bot';
import { dayOf } from '@/lib/domain/quota/days';
import { PLANS } from '@/lib/domain/quota/plan';
import { dayText } from '@/lib/domain/text/time';
import {
  DELIVERIES_A_SECOND,
  type DeliveryOutcome,
  hourOfRefusal,
  type LoggedDelivery,
  type RefusedSignatures,
  type RepeatKey,
  type ReportedVote,
  type Vote,
  type VoteDelivery,
} from '@/lib/domain/votes/vote';
import { BatchWriter } from '@/lib/ports/batch-writer';
import type { Ports, Tables } from '@/lib/ports/ports';
import { writeApart } from '@/lib/ports/write-apart';
import { botLock, shared } from '../write';

/** A vote with what its repeats are recognized by. */
export type NewVote = { readonly vote: ReportedVote; readonly repeat: RepeatKey };

/** What an authenticated delivery is stored as; `gone` if its source was deleted meanwhile. */
export type StoreOutcome = DeliveryOutcome | 'gone';

/** A delivery before it is stored: with a vote, or with what else it was. */
export type NewDelivery = Omit<VoteDelivery, 'status' | 'outcome'> &
  ({ readonly vote: NewVote } | Pick<VoteDelivery, 'status' | 'outcome'>);

type Waiting = {
  readonly delivery: NewDelivery;
  readonly settle: (stored: StoreOutcome) => void;
  readonly fail: (error: unknown) => void;
};

/** Deliveries per transaction, which takes some milliseconds; calls run in between. */
const AT_ONCE = 100;
/** Waiting refused signatures are of so many sources and hours at most. */
const REFUSED_MAX = 10_000;

type InboxPorts = Pick<Ports, 'directory' | 'secrets'>;

/**
 * Stores the votes that bot lists send. Deliveries that arrive close together share a transaction, so that metered calls
 * wait for one commit and not for one of each vote; `linger` waits a moment for them. A promise resolves after the commit.
 */
export class VoteInbox {
  readonly #ports: InboxPorts;
  readonly #linger: () => Promise<void>;
  #waiting: Waiting[] = [];
  #isWriting = false;
  readonly #pace = new DeliveryPace();
  readonly #refused = new BatchWriter<RefusedSignatures>({
    ...{ atOnce: AT_ONCE, max: REFUSED_MAX },
    keyOf: ({ sourceId, hourMs }) => `${sourceId} ${hourMs}`,
    merge: (earlier, later) => ({ ...later, count: earlier.count + later.count }),
    write: (some) => this.#addRefused(some),
    onRefused: (error) => {
      this.#error = error;
    },
  });
  /** Of the last `writeRefused`, if the database has refused a count. */
  #error: unknown = null;

  constructor(ports: InboxPorts, linger = async () => {}) {
    this.#ports = ports;
    this.#linger = linger;
  }

  /** Of more than DELIVERIES_A_SECOND for a bot only the first one is written: as a line of its source's log. */
  async store(delivery: NewDelivery): Promise<StoreOutcome> {
    const nth = this.#pace.take(delivery);
    if (nth <= DELIVERIES_A_SECOND) return this.#queue(delivery);
    const { sourceId, botId, atMs, trace } = delivery;
    // The response is the same without this line of the log, so nothing depends on its write.
    if (nth === DELIVERIES_A_SECOND + 1)
      this.#queue({ sourceId, botId, atMs, trace, status: 200, outcome: 'limited' }).catch(() => {});
    return 'vote' in delivery ? 'limited' : delivery.outcome;
  }

  #queue(delivery: NewDelivery): Promise<StoreOutcome> {
    return new Promise((settle, fail) => {
      this.#waiting.push({ delivery, settle, fail });
      if (!this.#isWriting) void this.#writeAll();
    });
  }

  /** Counts a refused signature; written by `writeRefused`. */
  noteRefused({ sourceId, botId, atMs }: Pick<VoteDelivery, 'sourceId' | 'botId' | 'atMs'>): void {
    this.#refused.note({ sourceId, botId, hourMs: hourOfRefusal(atMs), count: 1, lastAtMs: atMs });
  }

  /** Writes the counts of refused signatures: one row a source and hour. What cannot be written now is kept. */
  async writeRefused(): Promise<void> {
    this.#error = null;
    await this.#refused.flush();
    if (this.#error !== null) throw this.#error;
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      await this.#linger();
      const some = this.#waiting.splice(0, AT_ONCE);
      try {
        for (const { item, error } of await writeApart(some, (part) => this.#write(part))) item.fail(error);
      } catch (error) {
        // Those that were stored before are settled already.
        for (const { fail } of some) fail(error);
      }
    }
    this.#isWriting = false;
  }

  #addRefused(some: readonly RefusedSignatures[]): Promise<void> {
    return this.#ports.directory.write(locksOf(some), async ({ votes }) => {
      const live: RefusedSignatures[] = [];
      // A source whose bot was deleted meanwhile would leave rows behind.
      for (const each of some) if ((await votes.findSource(each.sourceId)) !== null) live.push(each);
      await votes.addRefused(live);
    });
  }

  async #write(some: readonly Waiting[]): Promise<void> {
    const { directory, secrets } = this.#ports;
    const deliveries = some.map(({ delivery }) => delivery);
    const stored = await directory.write(locksOf(deliveries), (tables, nowMs) =>
      storeAll(tables, secrets, deliveries, nowMs),
    );
    some.forEach(({ settle }, i) => {
      settle(stored[i] ?? 'gone');
    });
  }
}

/** Counts deliveries by bot in the second that was seen last. */
class DeliveryPace {
  #second = 0;
  readonly #taken = new Map<string, number>();

  /** The number of a delivery among those of its bot in the same second, from 1. */
  take({ botId, atMs }: Pick<NewDelivery, 'botId' | 'atMs'>): number {
    const second = Math.floor(atMs / 1_000);
    if (second !== this.#second) this.#taken.clear();
    this.#second = second;
    const nth = (this.#taken.get(botId) ?? 0) + 1;
    this.#taken.set(botId, nth);
    return nth;
  }
}

/** Shared: votes of a bot are added at the same time, and nothing else of it changes meanwhile. */
const locksOf = (all: readonly { readonly botId: string }[]) =>
  [...new Set(all.map(({ botId }) => botId))].map((botId) => shared(botLock(botId)));

async function storeAll(
  tables: Tables,
  { newId, hash }: Ports['secrets'],
  deliveries: readonly NewDelivery[],
  nowMs: number,
): Promise<StoreOutcome[]> {
  const sources = new Map<string, Awaited<ReturnType<Tables['votes']['findSource']>>>();
  for (const id of new Set(deliveries.map(({ sourceId }) => sourceId))) {
    sources.set(id, await tables.votes.findSource(id));
  }
  const candidates = deliveries.map((delivery) => {
    const source = sources.get(delivery.sourceId) ?? null;
    if (source === null || source.deletedAtMs !== null) return { stored: 'gone' as const };
    const isVote = 'vote' in delivery;
    if (source.pausedAtMs !== null && (isVote || delivery.outcome === 'limited'))
      return { stored: 'paused' as const };
    if (!isVote) return { stored: delivery.outcome };
    return { ...delivery.vote, sourceId: source.id, hash: hash(delivery.vote.repeat.text), source };
  });
  // Also of deliveries beyond DELIVERIES_A_SECOND: their bot's owner is notified.
  const bounded = deliveries.filter(
    (_, i) => candidates[i]?.stored === undefined || candidates[i]?.stored === 'limited',
  );
  const rooms = await roomsOf(tables, new Set(bounded.map(({ botId }) => botId)), nowMs);
  const repeats = new Map(
    candidates.flatMap((each) =>
      'stored' in each || rooms.get(each.source.botId)?.left === 0
        ? []
        : [[`${each.sourceId} ${each.hash}`, { ...each, untilMs: nowMs + each.repeat.keptMs }]],
    ),
  );
  const fresh = new Set(await tables.votes.remember([...repeats.values()], nowMs));
  const votes: Vote[] = [];
  const stored = candidates.map((each): StoreOutcome => {
    if ('stored' in each) return each.stored ?? 'gone';
    const room = rooms.get(each.source.botId);
    if (room === undefined) return 'gone';
    // The first of several in one transaction is the vote.
    if (!fresh.delete(`${each.sourceId} ${each.hash}`)) return room.left === 0 ? 'limited' : 'repeat';
    if (room.left === 0) return 'limited';
    room.left--;
    votes.push({
      ...each.vote,
      id: newId(),
      botId: each.source.botId,
      sourceId: each.sourceId,
      storedAtMs: nowMs,
    });
    return 'stored';
  });
  await tables.votes.insert(votes);
  await tables.votes.countStored(countByBot(votes), dayOf(nowMs));
  await insertEvents(tables, votes, rooms, nowMs);
  const limited = deliveries.filter((_, i) => stored[i] === 'limited');
  await tables.events.insert(limited.flatMap((each) => limitedEvent(each, rooms, nowMs)));
  const logged = deliveries.flatMap((delivery, i): LoggedDelivery[] => {
    const outcome = stored[i];
    if (outcome === undefined || outcome === 'gone') return [];
    const { sourceId, botId, atMs, trace } = delivery;
    const status = 'vote' in delivery ? 200 : delivery.status;
    return [{ id: newId(), sourceId, botId, atMs, trace, status, outcome }];
  });
  await tables.votes.log(logged);
  return stored;
}

/** How many more votes of a bot are stored today. */
type Rooms = ReadonlyMap<string, { readonly bot: Bot; left: number }>;

/** Holds the bots' counts until the commit, so that no other instance stores votes beyond the bound. */
async function roomsOf({ bots, votes }: Tables, botIds: ReadonlySet<string>, nowMs: number): Promise<Rooms> {
  if (botIds.size === 0) return new Map();
  const ids = [...botIds];
  const held = await votes.countStored(new Map(ids.map((id) => [id, 0])), dayOf(nowMs));
  const leftOf = ({ id, plan }: Bot) => Math.max(0, PLANS[plan].votesADay - (held.get(id) ?? 0));
  return new Map((await bots.findByIds(ids)).map((bot) => [bot.id, { bot, left: leftOf(bot) }]));
}

const countByBot = (votes: readonly Vote[]) => {
  const counts = new Map<string, number>();
  for (const { botId } of votes) counts.set(botId, (counts.get(botId) ?? 0) + 1);
  return counts;
};

/** The owner is notified once a day: further events of the day are not written. */
function limitedEvent(delivery: NewDelivery, rooms: Rooms, nowMs: number): NewEvent[] {
  const bot = rooms.get(delivery.botId)?.bot;
  if (bot === undefined) return [];
  const bound =
    'vote' in delivery
      ? { limit: PLANS[bot.plan].votesADay, per: 'day' as const }
      : { limit: DELIVERIES_A_SECOND, per: 'second' as const };
  const data = { botId: bot.id, botName: bot.name, ...bound };
  return [{ type: 'votes.limited', period: dayText(dayOf(nowMs)), atMs: nowMs, dueAtMs: nowMs, data }];
}

/** In the votes' transaction, only for webhooks that chose it. */
async function insertEvents(
  { webhooks, events }: Tables,
  votes: readonly Vote[],
  rooms: Rooms,
  nowMs: number,
): Promise<void> {
  const botIds = [...new Set(votes.map(({ botId }) => botId))];
  const chosen = (await webhooks.listOfBots(botIds)).filter(
    ({ status, eventTypes }) => status === 'on' && eventTypes.includes('vote.created'),
  );
  if (chosen.length === 0) return;
  const isChosen = new Set(chosen.map(({ botId }) => botId));
  await events.insert(
    votes.flatMap(({ id, botId }) => {
      const botName = rooms.get(botId)?.bot.name;
      if (botName === undefined || !isChosen.has(botId)) return [];
      const data = { botId, botName, voteId: id };
      return [{ type: 'vote.created' as const, period: id, atMs: nowMs, dueAtMs: nowMs, data }];
    }),
  );
}
