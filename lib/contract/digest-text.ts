import type { BotDigest, DigestEvery, DigestPeriod } from '@/lib/domain/alerts/digest';
import { isFromBegin } from '@/lib/domain/history/change';
import { DAY_MS } from '@/lib/domain/quota/plan';

/** The texts of digests, for mails and Discord. Names in them are not escaped. */

const count = (value: number): string => value.toLocaleString('en');
const change = (value: number): string =>
  value === 0 ? 'unchanged' : `${value > 0 ? '+' : '−'}${count(Math.abs(value))}`;
const counted = (value: number, noun: string): string => `${count(value)} ${noun}${value === 1 ? '' : 's'}`;

const DATE = new Intl.DateTimeFormat('en-US', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const date = (atMs: number): string => DATE.format(atMs);

/** `Your week` */
export const digestTitle = (every: DigestEvery): string => (every === 'weekly' ? 'Your week' : 'Your month');

/** `Nov 16, 2026 to Nov 22, 2026, UTC` */
export const periodText = ({ fromMs, untilMs }: DigestPeriod): string =>
  `${date(fromMs)} to ${date(untilMs - DAY_MS)}, UTC`;

/** What a digest says in one line: of all its bots together. */
export function digestLine(bots: readonly BotDigest[]): string {
  const sum = (of: (bot: BotDigest) => number) => bots.reduce((total, bot) => total + of(bot), 0);
  const [servers, grown] = [
    sum(({ servers }) => servers?.value ?? 0),
    sum(({ servers }) => servers?.by ?? 0),
  ];
  const [refused, votes] = [sum((bot) => bot.refused), sum((bot) => bot.votes)];
  return [
    `${counted(servers, 'server')} (${change(grown)})`,
    `${counted(refused, 'call')} refused`,
    ...(votes > 0 ? [counted(votes, 'vote')] : []),
  ].join(', ');
}

/** The lines about one bot: growth, coverage, refusals by cause, votes. */
export function botLines(
  { servers, users, coverage, refused, refusedSinceMs, causes, votes }: BotDigest,
  { fromMs }: DigestPeriod,
): string[] {
  const since =
    servers === null || isFromBegin(servers, fromMs) ? '' : `, counted since ${date(servers.sinceMs)}`;
  const from = refusedSinceMs > fromMs ? ` since ${date(refusedSinceMs)}` : '';
  const of = causes.map(({ error, calls }) => `${error.replaceAll('_', ' ')} ${count(calls)}`).join(', ');
  return [
    servers === null || users === null
      ? 'It sent no report.'
      : `${counted(servers.value, 'server')} (${change(servers.by)}), ${counted(users.value, 'user')} (${change(users.by)})${since}.`,
    coverage === null ? 'No report was expected.' : `${coverage}% of the expected reports arrived.`,
    refused === 0
      ? `No call was refused${from}.`
      : `${counted(refused, 'call')} refused${from}${of === '' ? '' : `; by cause, as far as causes are kept: ${of}`}.`,
    ...(votes > 0 ? [`${counted(votes, 'vote')}.`] : []),
  ];
}
