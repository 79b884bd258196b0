import { paths, withQuery } from '@/lib/contract/paths';
import type { DeliveryOutcome, VoteKind } from '@/lib/domain/votes/vote';

/** The address of the log of a source. */
export const sourceHref = (botId: string, sourceId: string): string =>
  withQuery(paths.bot(botId).votes, { source: sourceId });

/** The address of the votes of a range, with the voters behind a place. */
export const votesHref = (botId: string, range: string, cursor = ''): string => {
  const query = { range, ...(cursor !== '' && { before: cursor }) };
  return withQuery(paths.bot(botId).votes, query);
};

type KindWords = {
  readonly name: string;
  /** Who issues the secret, and what to enter while the source is made. */
  readonly secretHint: string;
  /** What to do at the list, in order. */
  readonly steps: readonly string[];
  /** What has to be known about this list. */
  readonly note?: string;
};

const SEEN_ONLY =
  'This list does not document what it sends: Botmeter follows the code of third parties. Send a test, and check the log.';
const MADE = 'Leave it empty: one is created, which you paste at the list.';

export const KIND_WORDS: Readonly<Record<VoteKind, KindWords>> = {
  topgg: {
    name: 'top.gg',
    secretHint:
      'Enter the secret “whs_…” of top.gg v1. Otherwise leave it empty: one is created, which you paste as “Authorization”.',
    steps: [
      'Open the webhook settings of your bot at top.gg.',
      'Paste the address as the URL of the webhook.',
      'If you entered a secret “whs_…”, you are done. Otherwise paste the secret as “Authorization”.',
      'Send a test there: it appears in the log of this source, and is not counted as a vote.',
    ],
    note: 'top.gg v1: create the webhook there first (any URL), paste its whs_ secret here, then replace the URL with ours.',
  },
  discordbotlist: {
    name: 'discordbotlist.com',
    secretHint: MADE,
    steps: [
      'Open the webhook settings of your bot at discordbotlist.com.',
      'Paste the address as the webhook URL, and the secret as the webhook secret.',
    ],
    note: 'This list does not say which bot was voted for: use this address for this bot only.',
  },
  discords: {
    name: 'discords.com',
    secretHint: MADE,
    steps: [
      'Open the webhook settings of your bot at discords.com.',
      'Paste the address, and the secret as the authorization.',
    ],
    note: SEEN_ONLY,
  },
  discordplace: {
    name: 'discord.place',
    secretHint: MADE,
    steps: [
      'Open the webhook settings of your bot at discord.place.',
      'Paste the address as the webhook URL, and the secret as the webhook token.',
      'Send a test there: it appears in the log of this source, and is not counted as a vote.',
    ],
  },
  botlistme: {
    name: 'botlist.me',
    secretHint: MADE,
    steps: [
      'Open the webhook settings of your bot at botlist.me.',
      'Paste the address, and the secret as the authorization.',
    ],
    note: SEEN_ONLY,
  },
  discordlistgg: {
    name: 'discordlist.gg',
    secretHint: MADE,
    steps: [
      'Open the webhook settings of your bot at discordlist.gg.',
      'Paste the address, and the secret as the webhook secret.',
    ],
    note: SEEN_ONLY,
  },
  infinity: {
    name: 'Infinity List',
    secretHint:
      'Leave it empty: one is created, which you paste at the list. Or enter the one that you set there.',
    steps: [
      'Open the webhook settings of your bot at Infinity List.',
      'Paste the address, and the secret as the webhook secret.',
    ],
    note: 'The list sometimes sends a wrong signature to check that it is refused; these are counted below the log.',
  },
  generic: {
    name: 'Other (Standard Webhooks)',
    secretHint: 'Leave it empty: one is created. Or enter a secret “whsec_…” of your sender.',
    steps: [
      'Let your sender POST {"userId": "…", "username": "…", "weight": 1} to the address.',
      'Sign each request with the secret, as Standard Webhooks describes.',
    ],
  },
};

type Tone = 'healthy' | 'neutral' | 'warning' | 'critical';

/** What became of a delivery, and why. */
export const OUTCOME_WORDS: Readonly<
  Record<DeliveryOutcome, { readonly tone: Tone; readonly text: string }>
> = {
  stored: { tone: 'healthy', text: 'Stored as a vote' },
  repeat: { tone: 'neutral', text: 'A repeat of a vote that is stored already' },
  test: { tone: 'neutral', text: 'A test: not counted' },
  downvote: { tone: 'neutral', text: 'A downvote: not counted' },
  paused: { tone: 'warning', text: 'Not stored: the source is paused' },
  limited: { tone: 'warning', text: 'Not stored: more votes than a bot may have in this time' },
  invalid_json: { tone: 'critical', text: 'Refused: the body is not JSON' },
  invalid_body: { tone: 'critical', text: 'Refused: a field is missing or invalid' },
  bot_mismatch: { tone: 'critical', text: 'Refused: the vote is for another bot' },
};
