import type { PersonNotice } from '@/lib/domain/notice';
import { valueWords } from './audit-words';

/** The text of a notice: one sentence to its person, `userId`. */
export function noticeText({ kind, actor, detail }: PersonNotice, userId: string): string {
  const [provider = '', account = ''] = detail.split(' ', 2);
  const identity = `${valueWords(provider)} account ${account}`;
  const by = actor === userId ? '' : actor === 'operator' ? ' by the operator' : ' by an admin';
  switch (kind) {
    case 'identity.connect':
      return `The ${identity} was connected: whoever holds it signs in as you.`;
    case 'identity.disconnect':
      return `The ${identity} was disconnected${by}: it no longer signs in as you.`;
    case 'user.set-password':
      return `A new password was set for you${by}.`;
    case 'sign-out.everywhere':
      return 'You were signed out everywhere.';
  }
}
