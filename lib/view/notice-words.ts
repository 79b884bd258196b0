import type { PersonNotice } from '@/lib/domain/notice';
import { valueWords } from './audit-words';

/** The text of a notice: one sentence to its person, `userId`. */
export function noticeText({ kind, actor, detail }: PersonNotice, userId: string): string {
  const [provider = '', account = ''] = detail.split(' ', 2);
  const identity = `${valueWords(provider)} account ${account}`;
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
  }
}
