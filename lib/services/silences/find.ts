import { decideSilence } from '@/lib/domain/silences/decide-silence';
import {
  ALIVE_WITHIN_MS,
  firstSearchFact,
  isCommonOutage,
  isSameOutage,
  OUTAGE_DELAY_MS,
  SERVING_KEPT_MS,
  SERVING_LEASE_MS,
  type SearchFact,
  SILENCED_WITHIN_MS,
  type Signs,
  searchFactOf,
  silenceSearch,
} from '@/lib/domain/silences/silence';
import type { Ports, Store, Tables } from '@/lib/ports/ports';
import { writeApart } from '@/lib/ports/write-apart';
import { signsAt } from '../bots/read';
import { notifyPerson } from '../notices/notices';
import { SetAside } from '../set-aside';
import { LEASE_LOCK, OUTAGE_LOCK, personLock, SILENCES_LOCK } from '../write';

type SilencePorts = Pick<Ports, 'directory' | 'secrets'> & { readonly store: Pick<Store, 'call'> };
type Sizes = {
  /** Bots that one statement looks at: tens of milliseconds, in the read worker where it would block calls. */
  readonly slice: number;
  /** Accounts that are read together: a few milliseconds of the event loop. */
  readonly suspects: number;
  /** Silences that are notified at once; other connections to PostgreSQL stay free for calls. */
  readonly notify: number;
};
const SIZES: Sizes = { slice: 20_000, suspects: 200, notify: 8 };

/** For this long after a sign of a search by another instance none is begun: silences would be counted twice. */
const OTHERS_SEARCH_MS = 15_000;

/**
 * Looks through all bots for silences to notify (contract section 9), unless another instance does. Whether one is notified
 * is decided on the bot's row, so that two searches at the same time notify it once. Stops early when `signal` is aborted.
 */
export async function findSilentBots(
  ports: SilencePorts,
  signal: AbortSignal,
  aside = new SetAside(),
  sizes: Sizes = SIZES,
): Promise<void> {
  const fact = await begin(ports);
  if (fact === null) return;
  const found = await search(ports, fact, sizes, signal);
  if (signal.aborted || found.botIds.length === 0) return;
  await notify(ports, found, await delayOfMessages(ports, found, aside), {
    atOnce: sizes.notify,
    aside,
    signal,
  });
}

/** What the first search left for every later one; `null` if another instance searches. */
const begin = ({ directory }: SilencePorts): Promise<SearchFact | null> =>
  directory.write([SILENCES_LOCK], async ({ facts }, nowMs) => {
    const last = await facts.find('silences');
    if (last !== null && last.atMs <= nowMs && nowMs - last.atMs < OTHERS_SEARCH_MS) return null;
    const fact = searchFactOf(last?.value, nowMs) ?? firstSearchFact(nowMs);
    await facts.put('silences', fact, nowMs);
    return fact;
  });

/** Lets other instances know that this one searches. */
const goOn = ({ directory }: SilencePorts, fact: SearchFact): Promise<void> =>
  directory.write([SILENCES_LOCK], ({ facts }, nowMs) => facts.put('silences', fact, nowMs));

type Found = {
  /** Bots whose silence is to be notified, or its end. */
  readonly botIds: string[];
  signs: Signs;
  /** Silences to notify that began within SILENCED_WITHIN_MS. */
  silenced: number;
  /** Bots that are not silent. */
  alive: number;
};

/** Reads all silences before it writes events: only all of them together show a common outage. */
async function search(
  ports: SilencePorts,
  fact: SearchFact,
  sizes: Sizes,
  signal: AbortSignal,
): Promise<Found> {
  const found: Found = { botIds: [], signs: { servingTimes: [] }, silenced: 0, alive: 0 };
  let afterBotId: string | null = '';
  while (afterBotId !== null && !signal.aborted) {
    const sliceAfter: string = afterBotId;
    afterBotId = await ports.directory.read((tables, nowMs) =>
      lookAtSlice(tables, nowMs, { ...fact, sliceAfter, sizes }, found),
    );
    await goOn(ports, fact);
  }
  return found;
}

type SliceOptions = { readonly fromMs: number; readonly sliceAfter: string; readonly sizes: Sizes };

/** Adds what is found among the next bots; returns the last of them, `null` if there are no more. */
async function lookAtSlice(
  tables: Tables,
  nowMs: number,
  { fromMs, sliceAfter, sizes }: SliceOptions,
  found: Found,
): Promise<string | null> {
  const { silences } = tables;
  const signs = await signsAt(tables, nowMs);
  const query = silenceSearch(signs, fromMs, nowMs);
  const slice = await silences.look(query, sliceAfter, sizes.slice);
  let afterBotId = sliceAfter;
  for (let left = slice.suspects; left > 0; left -= sizes.suspects) {
    const next = await silences.suspects(query, afterBotId, slice.lastBotId, sizes.suspects);
    for (const account of next.accounts) {
      const { effects, outcome } = decideSilence(account, signs, nowMs);
      if (effects.length > 0) found.botIds.push(account.botId);
      if (outcome !== null && outcome.overdueMs < SILENCED_WITHIN_MS) found.silenced++;
    }
    afterBotId = next.lastBotId;
  }
  found.signs = signs;
  found.alive += slice.alive;
  return slice.bots < sizes.slice ? null : slice.lastBotId;
}

async function notify(
  { store }: SilencePorts,
  { botIds, signs }: Found,
  delayMs: number,
  { atOnce, aside, signal }: { atOnce: number; aside: SetAside; signal: AbortSignal },
): Promise<void> {
  for (let from = 0; from < botIds.length && !signal.aborted; from += atOnce) {
    const group = botIds.slice(from, from + atOnce);
    await Promise.all(
      group.map((botId) =>
        aside.attempt(botId, () =>
          store.call({ botId }, (account, nowMs) => decideSilence(account, signs, nowMs, delayMs)),
        ),
      ),
    );
  }
}

/** Silences that are about to be notified, and how many bots are not silent. */
type Silenced = { readonly silenced: number; readonly alive: number };

/**
 * How long messages about silences that are about to be notified wait. If they are a common outage, admins get one notice
 * of it, and the messages wait, because most of the bots may be back by then.
 */
async function delayOfMessages(
  ports: Pick<Ports, 'directory' | 'secrets'>,
  { silenced, alive }: Silenced,
  aside: SetAside,
): Promise<number> {
  const notified = await ports.directory.read(async ({ silences }, nowMs) => ({
    recently: await silences.countNotified(nowMs - SILENCED_WITHIN_MS),
    inAll: await silences.countNotified(nowMs - ALIVE_WITHIN_MS),
  }));
  const allSilenced = silenced + notified.recently;
  const allAlive = alive + silenced + notified.inAll;
  if (!isCommonOutage(allSilenced, allAlive)) return 0;
  await notifyAdmins(ports, { silenced: allSilenced, alive: allAlive }, aside);
  return OUTAGE_DELAY_MS;
}

/** One notice for each outage, whichever instance finds it. */
async function notifyAdmins(
  { directory, secrets }: Pick<Ports, 'directory' | 'secrets'>,
  outage: Silenced,
  aside: SetAside,
): Promise<void> {
  const admins = await directory.read(({ users }) => users.listEnabledAdmins());
  let ownAtMs: number | null = null;
  const refused = await writeApart(admins, (some) => {
    const locks = [OUTAGE_LOCK, ...some.map(({ id }) => personLock(id))];
    return directory.write(locks, async (tables, nowMs) => {
      const last = await tables.facts.find('outage');
      await tables.facts.put('outage', outage, nowMs);
      if (last !== null && last.atMs !== ownAtMs && isSameOutage(last.atMs, nowMs)) return;
      ownAtMs = nowMs;
      const detail = `${outage.silenced} ${outage.alive}`;
      for (const { id, role, isDisabled } of await tables.users.listByIds(some.map(({ id }) => id))) {
        if (role !== 'admin' || isDisabled) continue;
        await notifyPerson(tables, { secrets }, id, { kind: 'bots.outage', actor: '', detail }, nowMs);
      }
    });
  });
  for (const { item, error } of refused) aside.add(item.id, error);
}

/** Records that an instance is serving now. Must be called every SERVING_RENEWAL_MS by every instance. */
export const renewLease = ({ directory }: Pick<Ports, 'directory'>): Promise<void> =>
  directory.write([LEASE_LOCK], async ({ serving }, nowMs) => {
    await serving.renew(nowMs, nowMs + SERVING_LEASE_MS);
    await serving.prune(nowMs - SERVING_KEPT_MS);
  });
