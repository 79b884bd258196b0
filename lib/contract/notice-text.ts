import type { FactorNotice, NoticeKind, PersonNotice } from '@/lib/domain/alerts/notification';
import type { ShownNotice } from './views';

/** What a notice is about, and with it what its person can do. */
const ABOUT = {
  'identity.connect': 'account',
  'identity.disconnect': 'account',
  'user.set-password': 'account',
  'sign-out.everywhere': 'account',
  'factor.enable': 'account',
  'factor.disable': 'account',
  'factor.renew-codes': 'account',
  'factor.recover': 'account',
  'factor.reset': 'account',
  'factor.wrong': 'account',
  'bots.outage': 'bots',
  'backups.trouble': 'backups',
} as const satisfies Record<NoticeKind, ShownNotice['about']>;

/** The providers that sign people in. */
const PROVIDERS: Readonly<Record<string, string>> = { discord: 'Discord' };

/** A notice as its person, `userId`, is shown it. */
export const shownNotice = (notice: PersonNotice, userId: string): ShownNotice => ({
  id: notice.id,
  atMs: notice.atMs,
  about: ABOUT[notice.kind],
  text: noticeText(notice, userId),
});

/** What a person is shown and mailed about their second factor. */
export const FACTOR_TEXTS: Readonly<Record<FactorNotice, string>> = {
  'factor.enable': 'Your second factor is on: signing in needs a code of your app.',
  'factor.disable': 'Your second factor is off: signing in needs no code.',
  'factor.renew-codes': 'You have new recovery codes: the earlier ones no longer work.',
  'factor.recover':
    'A recovery code was used in place of your app. If it was not you, choose a new password.',
  'factor.reset': 'The operator removed your second factor. Set it up again under Account.',
  'factor.wrong':
    'Five wrong codes were entered. Whoever did so knows your password or uses your Discord account: if it was not you, choose a new password.',
};

/** One sentence to its person. */
function noticeText({ kind, actor, detail }: PersonNotice, userId: string): string {
  const [first = '', second = ''] = detail.split(' ', 2);
  const identity = `${PROVIDERS[first] ?? first} account ${second}`;
  const by = actor === userId ? '' : actor === 'operator' ? ' by the operator' : ' by an admin';
  switch (kind) {
    case 'factor.enable':
    case 'factor.disable':
    case 'factor.renew-codes':
    case 'factor.recover':
    case 'factor.reset':
    case 'factor.wrong':
      return FACTOR_TEXTS[kind];
    case 'identity.connect':
      return `The ${identity} was connected: it can sign you in.`;
    case 'identity.disconnect':
      return `The ${identity} was disconnected${by}: it can no longer sign you in.`;
    case 'user.set-password':
      return `A new password was set for you${by}.`;
    case 'sign-out.everywhere':
      return 'You were signed out everywhere.';
    case 'backups.trouble':
      return detail;
    case 'bots.outage':
      return `${first} of ${second} bots fell silent within 5 minutes. Something that they share may be down: Discord, a host, the way to this service. Messages to their owners wait 15 minutes.`;
  }
}
