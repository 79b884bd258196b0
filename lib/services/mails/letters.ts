import { type EventText, eventText } from '@/lib/contract/event-text';
import { FACTOR_TEXTS } from '@/lib/contract/notice-text';
import { paths, withQuery } from '@/lib/contract/paths';
import { zonedTime } from '@/lib/contract/zoned-time';
import { DIGEST } from '@/lib/domain/alerts/digest';
import type { BotEvent } from '@/lib/domain/alerts/event';
import type { Mail } from '@/lib/domain/alerts/mail';
import type { FactorNotice } from '@/lib/domain/alerts/notification';
import type { AccessLink } from '@/lib/domain/people/access-link';
import type { BotRole } from '@/lib/domain/people/bot-people';
import type { User } from '@/lib/domain/people/caller';
import type { UnsubscribeTokens } from '@/lib/ports/ports';
import type { Letter, LetterSection } from '@/lib/ports/senders';

/** A summary shows so many events and counts the rest. */
const SHOWN_MAX = 20;

/** The mail about one event, or the summary of several; `id` is that of the message. */
export function eventLetter(
  { id: userId, email: to, timeZone }: User,
  events: readonly [BotEvent, ...BotEvent[]],
  id: string,
  tokens: UnsubscribeTokens,
): Letter {
  const zone = { timeZone: timeZone ?? 'UTC' };
  const [{ type, data }] = events;
  const texts = events
    .slice(0, SHOWN_MAX)
    .map((event) => sectionOf(eventText(event, zone), event.atMs, zone));
  const bots = new Set(events.map(({ data }) => data.botId)).size;
  const whose = bots === 1 ? data.botName : `${bots} bots`;
  const isSummary = events.length > 1;
  const more = events.length - SHOWN_MAX;
  const rest = {
    title: `And ${more} more`,
    sentences: ['They are among your notifications.'],
    link: { label: 'Notifications', path: paths.notifications },
  };
  const token = tokens.issue(isSummary ? { userId, messageId: id } : { userId, botId: data.botId, type });
  return {
    to,
    id,
    sections: more > 0 ? [...texts, rest] : texts,
    subject: isSummary ? `${events.length} events of ${whose}` : (texts[0]?.title ?? ''),
    reason: `You get this mail because of your role with ${bots === 1 ? data.botName : 'these bots'}. Under Alerts you choose what is mailed.`,
    unsubscribePath: withQuery(paths.unsubscribe, { token }),
  };
}

/** The mail of a digest. */
export const digestLetter = (
  { id: userId, email: to }: User,
  id: string,
  { subject, sections }: Pick<Letter, 'subject' | 'sections'>,
  tokens: UnsubscribeTokens,
): Letter => ({
  to,
  id,
  subject,
  sections,
  reason: 'You get this mail because you chose a digest on your Account page.',
  unsubscribePath: withQuery(paths.unsubscribe, { token: tokens.issue({ userId, botId: '', type: DIGEST }) }),
});

const sectionOf = (
  { title, meaning, advice, path }: EventText,
  atMs: number,
  { timeZone }: { timeZone: string },
): LetterSection => ({
  title,
  sentences: [meaning, advice, `Time: ${zonedTime(atMs, timeZone)}`],
  link: { label: 'Open the page', path },
});

type Words = Pick<Letter, 'subject' | 'reason'> & { readonly why: string; readonly label: string };

type LinkMail = Mail & { readonly kind: 'invite' | 'reset' | 'forgot' };

const WORDS: Readonly<Record<LinkMail['kind'], Words>> = {
  invite: {
    subject: 'You are invited to Botmeter',
    why: 'An admin invited you. Open the page to choose how you sign in.',
    label: 'Accept the invitation',
    reason: 'If you do not know why you were invited, do nothing: no account is created.',
  },
  reset: {
    subject: 'Choose a new password for Botmeter',
    why: 'An admin sent you this link to choose a new password.',
    label: 'Choose a password',
    reason: 'Until you use the link, your password stays as it is.',
  },
  forgot: {
    subject: 'Choose a new password for Botmeter',
    why: 'Someone, probably you, asked for a new password on the sign-in page.',
    label: 'Choose a password',
    reason: 'If it was not you, do nothing: your password stays as it is.',
  },
};

/** A mail of one part that nobody can end. */
const letterOf = (
  { id }: Pick<Mail, 'id'>,
  to: string,
  {
    subject,
    reason,
    ...part
  }: Pick<Letter, 'subject' | 'reason'> & Pick<LetterSection, 'sentences' | 'link'>,
): Letter => ({ to, id, subject, reason, sections: [{ title: subject, ...part }], unsubscribePath: null });

/** The mail about a person's second factor. */
export const factorLetter = (mail: Mail, { email, timeZone }: User, kind: FactorNotice): Letter =>
  letterOf(mail, email, {
    subject: 'Your second factor at Botmeter',
    sentences: [FACTOR_TEXTS[kind], `Time: ${zonedTime(mail.createdAtMs, timeZone ?? 'UTC')}`],
    link: { label: 'Open the page', path: paths.account },
    reason: 'Mails about how you sign in are sent whatever else you chose.',
  });

/** The mail to an admin about backups. */
export const backupsLetter = (mail: Mail, { email }: User, trouble: string): Letter =>
  letterOf(mail, email, {
    subject: 'Backups of Botmeter are failing',
    sentences: [trouble],
    link: { label: 'See the backups', path: paths.admin.overview },
    reason: 'You get this mail because you are an admin: one each time that backups begin to fail.',
  });

/** The mail that asks to become a person of a bot; with the `token` of a link for who has no account. */
export const joinLetter = (
  mail: Mail,
  { botName, role, issuerName }: Joining,
  token: string | null,
): Letter =>
  letterOf(mail, mail.recipient, {
    subject: `You are asked to join ${botName}`,
    sentences: [
      `${issuerName ?? 'The operator'} asks you to become a ${role} of ${botName}. Nothing changes until you accept.`,
      token === null
        ? 'The question ends after 7 days.'
        : 'Create an account first, then answer on “My bots”. The link works once; it and the question end after 7 days.',
    ],
    link:
      token === null
        ? { label: 'Answer on “My bots”', path: paths.bots }
        : { label: 'Create an account', path: withQuery(paths.invite, { token }) },
    reason: 'If you do not want this, do nothing.',
  });

type Joining = { readonly botName: string; readonly role: BotRole; readonly issuerName: string | null };

export const isLinkMail = (mail: Mail): mail is LinkMail => mail.kind in WORDS;

/** The mail with a link that lets its recipient in. */
export function linkLetter(mail: LinkMail, link: AccessLink, token: string, timeZone: string): Letter {
  const { why, label, ...words } = WORDS[mail.kind];
  const until = `The link works once, until ${zonedTime(link.expiresAtMs, timeZone)}.`;
  const path = withQuery(paths[link.kind], { token });
  return letterOf(mail, mail.recipient, { ...words, sentences: [why, until], link: { label, path } });
}
