import type { BotEvent, EventData } from '@/lib/domain/alerts/event';
import { PLANS } from '@/lib/domain/quota/plan';
import { minutesText } from '@/lib/domain/text/duration';
import { paths } from './paths';
import { zonedTime } from './zoned-time';

/** What an event says to a person. Names in it are not escaped: each channel escapes for its own markup. */
export type EventText = {
  /** What happened, without a full stop; for a subject or a heading. */
  readonly title: string;
  /** One sentence; of a digest a few, in lines. */
  readonly meaning: string;
  /** What to do, one sentence. */
  readonly advice: string;
  /** The page to go to (lib/contract/paths.ts). */
  readonly path: string;
};

/** The text of an event for mails, Discord and pages. `timeZone` is an IANA name; an unknown one is read as UTC. */
export function eventText(event: BotEvent, { timeZone }: { readonly timeZone: string }): EventText {
  const at = (time: string) => zonedTime(Date.parse(time), timeZone);
  const { botId, botName: bot } = event.data;
  const pages = paths.bot(botId);
  switch (event.type) {
    case 'quota.warning':
    case 'quota.critical':
      return {
        title: `${bot} has used ${percent(event.data)} of its quota`,
        meaning: `${used(event.data)}; the count starts again on ${at(event.data.resetAt)}.`,
        advice: 'Let the bot call less often, or choose a larger plan: an admin can change it.',
        path: pages.page,
      };
    case 'quota.exhausted':
      return {
        title: `${bot} has used up its quota`,
        meaning: `${used(event.data)}; further ones are refused until ${at(event.data.resetAt)}.`,
        advice:
          'Wait until then, or choose a larger plan: an admin can change it; the bot need not be restarted.',
        path: pages.page,
      };
    case 'quota.restored':
      return {
        title: `Calls of ${bot} are accepted again`,
        meaning: `${used(event.data)}; the count starts again on ${at(event.data.resetAt)}.`,
        advice: 'There is nothing to do.',
        path: pages.page,
      };
    case 'quota.forecast':
      return {
        title: `The quota of ${bot} will not last until the reset`,
        meaning: `At the current pace it runs out on ${at(event.data.runsOutAt)}; the reset is on ${at(event.data.resetAt)}.`,
        advice: 'Let the bot call less often, or choose a larger plan: an admin can change it.',
        path: pages.page,
      };
    case 'bot.silent':
      return {
        title: `${bot} is silent`,
        meaning: `The last report or heartbeat arrived on ${at(event.data.lastSignAt)}.`,
        advice: 'Check whether the bot is running; Activity shows whether its calls were refused.',
        path: pages.activity,
      };
    case 'bot.recovered':
      return {
        title: `${bot} reports again after ${minutesText(event.data.silentSeconds * 1_000)} of silence`,
        meaning: `It had sent nothing since ${at(event.data.lastSignAt)}.`,
        advice: 'There is nothing to do.',
        path: pages.page,
      };
    case 'stats.dropped':
      return {
        title: `${bot} reported far fewer servers than before`,
        meaning: `The number of servers fell from ${count(event.data.before)} to ${count(event.data.after)} in one report.`,
        advice: 'If the bot has not left them, check whether all its shards were ready.',
        path: pages.analytics,
      };
    case 'key.created':
      return {
        title: `New API key for ${bot}`,
        meaning: `The key ${key(event.data)} ${event.data.expiresAt === null ? 'does not expire' : `expires on ${at(event.data.expiresAt)}`}.`,
        advice: 'If no one you know created it, revoke it.',
        path: pages.keys,
      };
    case 'key.rotated':
      return {
        title: `An API key of ${bot} was replaced`,
        meaning: `The new one is ${key(event.data)}.`,
        advice: 'Make sure that the bot uses the new key before the old one ends.',
        path: pages.keys,
      };
    case 'key.revoked':
      return {
        title: `An API key of ${bot} was revoked`,
        meaning: `Calls with the key ${key(event.data)} are refused.`,
        advice: 'If the bot still uses it, create a new key.',
        path: pages.keys,
      };
    case 'key.expiring':
      return {
        title: `An API key of ${bot} expires soon`,
        meaning: `Calls with the key ${key(event.data)} are refused ${event.data.expiresAt === null ? 'soon' : `from ${at(event.data.expiresAt)} on`}.`,
        advice: 'Rotate it, and give the new key to the bot.',
        path: pages.keys,
      };
    case 'bot.disabled':
      return {
        title: `${bot} was disabled`,
        meaning: 'All its calls are refused until an admin enables it again.',
        advice:
          event.data.reason === undefined
            ? 'The admin gave no reason.'
            : `The reason: ${clause(event.data.reason)}.`,
        path: pages.page,
      };
    case 'bot.enabled':
      return {
        title: `${bot} was enabled`,
        meaning: 'Its calls are accepted again.',
        advice: 'If the bot was stopped, start it.',
        path: pages.page,
      };
    case 'bot.plan_changed':
      return {
        title: `${bot} has the ${PLANS[event.data.to].displayName} plan now`,
        meaning: `Before, it had the ${PLANS[event.data.from].displayName} plan; the new limits hold from its next call on.`,
        advice: 'Its page shows the new limits.',
        path: pages.page,
      };
    case 'bot.owner_changed':
      return {
        title: `${bot} has a new owner`,
        meaning: 'Its webhooks are paused, and the settings of the former owner are gone.',
        advice: 'Check its keys and its alerts.',
        path: pages.alerts,
      };
    case 'webhook.disabled':
      return {
        title: `A webhook of ${bot} was switched off`,
        meaning: `No more events are sent to ${event.data.host}: ${clause(event.data.reason)}.`,
        advice: 'Fix its receiver, then switch it on again.',
        path: pages.alerts,
      };
    case 'votes.limited':
      return {
        title: `Not all votes for ${bot} are stored`,
        meaning: `Lists reported more than ${count(event.data.limit)} votes a ${event.data.per}; those beyond are not counted.`,
        advice:
          'If so many people did not vote, one of its sources is not what it should be: rotate its secret or delete it.',
        path: pages.votes,
      };
    case 'webhook.test':
      return {
        title: `Test for ${bot}`,
        meaning: 'This message was sent with “Send test”; nothing happened to the bot.',
        advice: 'There is nothing to do.',
        path: pages.alerts,
      };
    case 'bot.digest':
      return {
        title: event.data.title,
        meaning: event.data.lines.join('\n'),
        advice: 'Its Analytics page shows more.',
        path: pages.analytics,
      };
    case 'vote.created':
      return {
        title: `New vote for ${bot}`,
        meaning: voteText(event.data),
        advice: 'There is nothing to do.',
        path: pages.page,
      };
  }
}

/** Who voted and where, in one sentence. The stored event names neither. */
export function voteText({ userId, username, source, weight = 1 }: EventData<'vote.created'>): string {
  if (userId === undefined) return 'A list reported a vote.';
  const who = username ?? `User ${userId}`;
  return `${who} voted on ${source}${weight > 1 ? `; the vote counts ${weight}` : ''}.`;
}

type Quota = EventData<'quota.warning'>;

const count = (value: number): string => value.toLocaleString('en');
/** `81.2%`; events hold a truncated percentage, so 100% is never shown early. */
const percent = ({ percentage }: Quota): string => `${percentage}%`;
const used = ({ used, limit, plan }: Quota): string =>
  `It has used ${count(used)} of the ${count(limit)} calls of the ${PLANS[plan].displayName} plan`;
/** A sentence as the end of another one, without its full stop. */
const clause = (sentence: string): string =>
  sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '');
const key = ({ name, last4 }: EventData<'key.created'>): string => `“${name}” (…${last4})`;
