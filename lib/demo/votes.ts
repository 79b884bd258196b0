import { OPERATOR } from '@/lib/domain/people/caller';
import { DAY_MS, HOUR_MS } from '@/lib/domain/quota/plan';
import { VOTE_MS, type Vote, type VoteKind } from '@/lib/domain/votes/vote';
import type { Ports } from '@/lib/ports/ports';
import { pruneVotes } from '@/lib/services/votes/purge';
import { createSource } from '@/lib/services/votes/sources';
import type { DemoBot } from './past';

const DAYS = 200;
const AT_ONCE = 1_000;
const SOURCES: readonly (readonly [VoteKind, name: string, weight: number])[] = [
  ['topgg', 'top.gg', 2],
  ['discordbotlist', 'Discord Bot List', 1],
  ['infinity', 'Infinity', 1],
];
const NAMES = [
  'mara',
  'jun',
  'Ola',
  'pixel',
  'Théo',
  'kestrel',
  'nils',
  'ravi',
  'Ida',
  'tomo',
  'wren',
  'zoë',
];

/** Votes of a bot on a day: more for larger bots, and on weekends. */
const votesOn = (servers: number, day: number): number =>
  Math.round(Math.log10(servers) * 4 + 3 * Math.sin(day) + (day % 7 > 4 ? 4 : 0));

/** Gives bots votes of the last half year, of which names are kept for 30 days, and sources that take more. */
export async function addPastVotes(ports: Ports, bots: readonly DemoBot[], nowMs: number): Promise<void> {
  const { directory, secrets } = ports;
  for (const { id: botId, servers } of bots) {
    const votes: Vote[] = [];
    const sources: { id: string; weight: number }[] = [];
    for (const [kind, name, weight] of SOURCES) {
      const created = await createSource(ports, OPERATOR, { botId, kind, name });
      if (created.ok) sources.push({ id: created.value.source.id, weight });
    }
    for (let ago = DAYS; ago >= 0; ago--) {
      const count = votesOn(servers, ago);
      for (let i = 0; i < count; i++) {
        const votedAtMs = nowMs - ago * DAY_MS - Math.round((i * 20 * HOUR_MS) / count);
        const source = sources[(i * 7 + ago) % sources.length];
        if (source === undefined) continue;
        const person = (i * 5 + ago * 3) % 200;
        votes.push({
          id: secrets.newId(),
          botId,
          sourceId: source.id,
          weight: source.weight,
          userId: String(160_105_994_217_586_600n + BigInt(person)),
          username: `${NAMES[person % NAMES.length]}${person}`,
          votedAtMs,
          expiresAtMs: votedAtMs + VOTE_MS,
          storedAtMs: votedAtMs,
        });
      }
    }
    for (let from = 0; from < votes.length; from += AT_ONCE) {
      await directory.write([], (tables) => tables.votes.insert(votes.slice(from, from + AT_ONCE)));
    }
  }
  await pruneVotes(ports);
}
