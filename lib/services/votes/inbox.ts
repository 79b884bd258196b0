import {
  type DeliveryOutcome,
  hourOfRefusal,
  type RepeatKey,
  type ReportedVote,
  type Vote,
  type VoteDelivery,
} from '@/lib/domain/votes/vote';
import type { Ports, Tables } from '@/lib/ports/ports';
import type { LoggedDelivery, RefusedSignatures } from '@/lib/ports/votes';
import { writeApart } from '@/lib/ports/write-apart';
import { botLock, shared } from '../write';

/** A vote with what its repeats are recognized by. */
export type NewVote = { readonly vote: ReportedVote; readonly repeat: RepeatKey };

/** What an authenticated delivery is stored as; `gone` if its source was deleted meanwhile. */
export type Stored = DeliveryOutcome | 'gone';

/** A delivery before it is stored: with a vote, or with what else it was. */
export type NewDelivery = Omit<VoteDelivery, 'status' | 'outcome'> &
  ({ readonly vote: NewVote } | Pick<VoteDelivery, 'status' | 'outcome'>);

type Waiting = {
  readonly delivery: NewDelivery;
  readonly settle: (stored: Stored) => void;
  readonly fail: (error: unknown) => void;
};

/** Deliveries per transaction, which takes some milliseconds; calls run in between. */
const AT_ONCE = 100;
/** Waiting refused signatures are of so many sources and hours at most. */
const REFUSED_MAX = 10_000;

type InboxPorts = Pick<Ports, 'directory' | 'secrets'>;

/**
 * Stores what the lists send. Deliveries that arrive close together share a transaction, so that metered calls wait for
 * one commit and not for one of each vote; `linger` waits a moment for them. A promise resolves after the commit.
 */
export class VoteInbox {
  readonly #ports: InboxPorts;
  readonly #linger: () => Promise<void>;
  #waiting: Waiting[] = [];
  #isWriting = false;
  readonly #refused = new Map<string, RefusedSignatures>();

  constructor(ports: InboxPorts, linger = async () => {}) {
    this.#ports = ports;
    this.#linger = linger;
  }

  store(delivery: NewDelivery): Promise<Stored> {
    return new Promise((settle, fail) => {
      this.#waiting.push({ delivery, settle, fail });
      if (!this.#isWriting) void this.#writeAll();
    });
  }

  /** Counts a refused signature; written by `writeRefused`. */
  noteRefused({ sourceId, botId, atMs }: Pick<VoteDelivery, 'sourceId' | 'botId' | 'atMs'>): void {
    const hourMs = hourOfRefusal(atMs);
    const key = `${sourceId} ${hourMs}`;
    const before = this.#refused.get(key);
    if (before === undefined && this.#refused.size >= REFUSED_MAX) return;
    const count = (before?.count ?? 0) + 1;
    this.#refused.set(key, { sourceId, botId, hourMs, count, lastAtMs: atMs });
  }

  /** Writes the counts of refused signatures: one row a source and hour. What cannot be written now is kept. */
  async writeRefused(): Promise<void> {
    const all = [...this.#refused.values()];
    this.#refused.clear();
    while (all.length > 0) {
      const some = all.splice(0, AT_ONCE);
      try {
        await this.#ports.directory.write(locksOf(some), async ({ votes }) => {
          const live: RefusedSignatures[] = [];
          // A source whose bot was deleted meanwhile would leave rows behind.
          for (const each of some) if ((await votes.findSource(each.sourceId)) !== null) live.push(each);
          await votes.addRefused(live);
        });
      } catch (error) {
        for (const each of [...some, ...all]) this.#putBack(each);
        throw error;
      }
    }
  }

  #putBack(refused: RefusedSignatures): void {
    const key = `${refused.sourceId} ${refused.hourMs}`;
    const since = this.#refused.get(key);
    this.#refused.set(key, { ...refused, ...since, count: refused.count + (since?.count ?? 0) });
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

/** Shared: votes of a bot are added at the same time, and nothing else of it changes meanwhile. */
const locksOf = (all: readonly { readonly botId: string }[]) =>
  [...new Set(all.map(({ botId }) => botId))].map((botId) => shared(botLock(botId)));

async function storeAll(
  tables: Tables,
  { newId, hash }: Ports['secrets'],
  deliveries: readonly NewDelivery[],
  nowMs: number,
): Promise<Stored[]> {
  const sources = new Map<string, Awaited<ReturnType<Tables['votes']['findSource']>>>();
  for (const id of new Set(deliveries.map(({ sourceId }) => sourceId))) {
    sources.set(id, await tables.votes.findSource(id));
  }
  const candidates = deliveries.map((delivery) => {
    const source = sources.get(delivery.sourceId) ?? null;
    if (source === null || source.deletedAtMs !== null) return { stored: 'gone' as const };
    if (!('vote' in delivery)) return { stored: delivery.outcome };
    if (source.pausedAtMs !== null) return { stored: 'paused' as const };
    return { ...delivery.vote, sourceId: source.id, hash: hash(delivery.vote.repeat.text), source };
  });
  const repeats = new Map(
    candidates.flatMap((each) =>
      'stored' in each
        ? []
        : [[`${each.sourceId} ${each.hash}`, { ...each, untilMs: nowMs + each.repeat.keptMs }]],
    ),
  );
  const fresh = new Set(await tables.votes.remember([...repeats.values()], nowMs));
  const votes: Vote[] = [];
  const stored = candidates.map((each): Stored => {
    if ('stored' in each) return each.stored ?? 'gone';
    // The first of several in one transaction is the vote.
    if (!fresh.delete(`${each.sourceId} ${each.hash}`)) return 'repeat';
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
  await insertEvents(tables, votes, nowMs);
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

/** In the votes' transaction, only for webhooks that chose it. */
async function insertEvents(
  { webhooks, bots, events }: Tables,
  votes: readonly Vote[],
  nowMs: number,
): Promise<void> {
  const botIds = [...new Set(votes.map(({ botId }) => botId))];
  const chosen = (await webhooks.listOfBots(botIds)).filter(
    ({ status, eventTypes }) => status === 'on' && eventTypes.includes('vote.created'),
  );
  if (chosen.length === 0) return;
  const listed = await bots.listByIds([...new Set(chosen.map(({ botId }) => botId))]);
  const named = new Map(listed.map(({ bot }) => [bot.id, bot.name]));
  await events.insert(
    votes.flatMap(({ id, botId }) => {
      const botName = named.get(botId);
      if (botName === undefined) return [];
      const data = { botId, botName, voteId: id };
      return [{ type: 'vote.created' as const, period: id, atMs: nowMs, dueAtMs: nowMs, data }];
    }),
  );
}
