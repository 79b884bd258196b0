import { DAY_MS, HOUR_MS, MINUTE_MS, PLANS, type PlanName } from '@/lib/domain/quota/plan';
import type { BotChange } from '@/lib/services/bots/change';
import { streamOf } from './scheduler';

type OfBot = { readonly bot: number; readonly instance: number };
type Call = OfBot & {
  readonly do: 'report' | 'usage' | 'read' | 'heartbeat';
  /** Which bot a report names; that of its key, or another one. */
  readonly named: number;
  /** When the client hangs up, if the call is still held; `null` if it does not. */
  readonly hangsUpAfterMs: number | null;
};
type Kill = { readonly instance: number; readonly downMs: number; readonly at: 'now' | 'before' | 'after' };

/** What happens in a world besides what the service does by itself. */
export type Action = { readonly id: string; readonly atMs: number } & (
  | Call
  | (OfBot & { readonly do: 'admin'; readonly change: BotChange })
  | (OfBot & { readonly do: 'pause'; readonly minutes: number })
  | (Kill & { readonly do: 'kill' })
  | { readonly do: 'clock'; readonly byMs: number }
  | { readonly do: 'receiver'; readonly forMs: number }
  | { readonly do: 'lossy'; readonly forMs: number; readonly rate: number }
  | { readonly do: 'power' }
);

/** The number of servers that a report says, which tells it from all others. */
export const tokenOf = ({ id }: Pick<Action, 'id'>): number => 1_000 + Number(id.slice(1));

/** The last action; jobs run on until the end. */
const LAST_MS = 12 * MINUTE_MS;
export const END_MS = 28 * MINUTE_MS;

const SECONDS = [-7_200, -600, -45, -1, 1, 45, 600, 3_600, 86_400];
const CLOCK_STEPS = [...SECONDS.map((seconds) => seconds * 1_000), 8 * DAY_MS, 31 * DAY_MS];
const CHANGES: readonly BotChange[] = [
  { isDisabled: true },
  { isDisabled: false },
  { plan: 'premium' },
  { plan: 'business' },
];

/**
 * What a seed stands for: among others bots as a world begins with them, and reports from before, older than a week, as times
 * before the start.
 */
export type Plan = ReturnType<typeof planOf>;

export function planOf(seed: number) {
  const random = streamOf(seed, 'plan');
  const below = (n: number) => Math.floor(random() * n);
  const chance = (part: number) => random() < part;
  const pick = <T>(all: readonly T[]): T => all[below(all.length)] as T;
  const instances = 1 + below(2);
  const plans: PlanName[] = ['business', chance(0.5) ? 'business' : 'premium'];
  const bots = plans.map((plan, i) => {
    const limit = PLANS[plan].callsPerCycle;
    const used = pick([0, limit * 0.8, limit * 0.95, limit, limit]) - 1 - below(8);
    const ageMs = below(25 * DAY_MS);
    return { id: `12345678901234567${i}0`, plan, used: Math.max(0, Math.floor(used)), ageMs };
  });
  const ages = Array.from({ length: below(14) }, () => 7 * DAY_MS + below(6 * HOUR_MS));
  const oldReportsMs = ages.sort((a, b) => b - a);

  const actions: Action[] = [];
  const add = (action: object, atMs: number) => {
    actions.push({ id: `a${actions.length}`, atMs, ...action } as Action);
  };
  const call = (bot: number, atMs: number) => {
    const kind = pick(['report', 'report', 'report', 'usage', 'usage', 'read', 'heartbeat']);
    const of = { bot, named: chance(0.05) ? 1 - bot : bot, instance: below(instances) };
    add({ do: kind, ...of, hangsUpAfterMs: chance(0.1) ? below(3_000) : null }, atMs);
  };
  /** A bot that stops early is silent after a quarter of an hour, unless it sends heartbeats; some come back. */
  const afterSilence = (bot: number, fromMs: number) => {
    const beats = chance(0.4);
    // A planned silence: of a bot that is still silent after it, that is told.
    if (chance(0.3)) {
      const minutes = 1 + below(8);
      add({ do: 'pause', bot, instance: below(instances), minutes }, fromMs + below(10 * MINUTE_MS));
    }
    for (let atMs = fromMs + below(60_000); beats && atMs < 20 * MINUTE_MS; atMs += 5 * MINUTE_MS)
      add({ do: 'heartbeat', bot, named: bot, instance: below(instances), hangsUpAfterMs: null }, atMs);
    if (chance(0.5)) call(bot, 18 * MINUTE_MS + below(8 * MINUTE_MS));
  };
  /** Reports of a client on a timer, each a little early or late; sometimes two at once, or a burst. */
  for (const bot of [0, 1]) {
    const intervalMs = PLANS[plans[bot] ?? 'business'].intervalMinutes * MINUTE_MS;
    const untilMs = chance(0.5) ? LAST_MS : below(LAST_MS);
    for (let atMs = below(20_000); atMs < untilMs; atMs += intervalMs - 2_500 + below(4_000)) {
      const burst = chance(0.3) ? 2 + below(4) : 1;
      for (let i = 0; i < burst; i++) call(bot, atMs + below(40));
    }
    if (untilMs < LAST_MS / 2) afterSilence(bot, untilMs);
  }
  for (let changes = below(3); changes > 0; changes--) {
    const change = pick(CHANGES);
    // With a call at about the same time.
    const [bot, atMs] = [below(2), below(LAST_MS)];
    add({ do: 'admin', bot, instance: below(instances), change }, atMs);
    call(bot, atMs + below(15));
    const enabled = { do: 'admin', bot, instance: 0, change: { isDisabled: false } };
    if (change.isDisabled) add(enabled, atMs + 60_000);
  }
  if (chance(0.35)) {
    const [byMs, atMs] = [pick(CLOCK_STEPS), below(LAST_MS)];
    add({ do: 'clock', byMs }, atMs);
    // A clock that was wrong is set right.
    if (chance(0.4)) add({ do: 'clock', byMs: -byMs }, atMs + below(LAST_MS - atMs));
  }
  // Most seeds have one or two kinds of faults, some none: what needs two together is found too, and others stay simple.
  const nearAction = () => actions[below(actions.length)]?.atMs ?? 0;
  for (let kills = chance(0.4) ? 1 + below(3) : 0; kills > 0; kills--) {
    const nearMs = nearAction();
    const at = pick(['now', 'before', 'after']);
    add({ do: 'kill', instance: below(instances), downMs: below(20_000), at }, nearMs + below(30));
  }
  if (chance(0.3))
    add({ do: 'lossy', forMs: 30_000 + below(300_000), rate: pick([0.02, 0.1, 0.3]) }, below(LAST_MS / 2));
  if (chance(0.25)) add({ do: 'receiver', forMs: 1_000 + below(120_000) }, below(LAST_MS));
  if (chance(0.25)) add({ do: 'power' }, nearAction() + below(60));
  return { seed, instances, bots, oldReportsMs, actions: actions.sort((a, b) => a.atMs - b.atMs) };
}
