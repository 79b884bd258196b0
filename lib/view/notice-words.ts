import type { NoticeKind, PersonNotice } from '@/lib/domain/alerts/notification';
import { valueWords } from './audit-words';

/** What a notice is about, and with it what its person can do. */
export const NOTICE_ABOUT = {
  'identity.connect': 'account',
  'identity.disconnect': 'account',
  'user.set-password': 'account',
  'sign-out.everywhere': 'account',
  'bots.outage': 'service',
} as const satisfies Record<NoticeKind, 'account' | 'service'>;

/** The text of a notice: one sentence to its person, `userId`. */
export function noticeText({ kind, actor, detail }: PersonNotice, userId: string): string {
  const [first = '', second = ''] = detail.split(' ', 2);
  const identity = `${valueWords(first)} account ${second}`;
  const by = actor === userId ? '' : actor === 'operator' ? ' by the operator' : ' by an admin';
  switch (kind) {
    case 'identity.connect':
      return `The ${identity} was connected: it can sign you in.`;
    case 'identity.disconnect':
      return `The ${identity} was disconnected${by}: it can no longer sign you in.`;
    case 'user.set-password':
      return `A new password was set for you${by}.`;
    case 'sign-out.everywhere':
      return 'You were signed out everywhere.';
    case 'bots.outage':
      return `${first} of ${second} bots fell silent within 5 minutes. Something that they share may be down: Discord, a host, the way to this service. Messages to their owners wait 15 minutes.`;
  }
}
