import { paths, withQuery } from '@/lib/contract/paths';
import { zonedTime } from '@/lib/contract/zoned-time';
import type { AccessLink } from '@/lib/domain/access-link';
import type { Mail } from '@/lib/domain/mail';
import type { Letter } from '@/lib/ports/mailer';

type Words = Pick<Letter, 'subject' | 'reason'> & { readonly why: string; readonly label: string };

const WORDS: Readonly<Record<Exclude<Mail['kind'], 'event'>, Words>> = {
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

/** The mail with a link that lets its recipient in. */
export function linkLetter(
  { id, kind, recipient: to }: Mail & { readonly kind: keyof typeof WORDS },
  link: AccessLink,
  token: string,
  timeZone: string,
): Letter {
  const { subject, why, label, reason } = WORDS[kind];
  const until = `The link works once, until ${zonedTime(link.expiresAtMs, timeZone)}.`;
  const path = withQuery(paths[link.kind], { token });
  return {
    ...{ to, id, subject, reason },
    sections: [{ title: subject, sentences: [why, until], link: { label, path } }],
    unsubscribePath: null,
  };
}
