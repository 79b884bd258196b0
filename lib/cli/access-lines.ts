import type { RestoredAccess } from '@/lib/container';

type Withdrawn = RestoredAccess['withdrawn'][number];
type KeyRef = RestoredAccess['keysToReview'][number];

const WORDS: Readonly<Record<Withdrawn['change'], string>> = {
  'key-revoked': 'revoked',
  'key-expires-earlier': 'expires at the earlier time that was set since',
  'bot-disabled': 'disabled',
  'bot-deleted': 'was deleted since; restored as disabled',
  'bot-given-away': 'belongs to the owner that was set since',
  'person-disabled': 'disabled',
  'person-deleted': 'was deleted since; restored as disabled',
  'person-no-admin': 'is no longer an admin',
  'password-changed': 'has the newer password',
  'identity-removed': 'disconnected',
};

/** Lines for the operator: what a restore did with the access that the backup grants. They contain no secrets. */
export function accessLines({ ended, withdrawn, isAllKnown, keysToReview }: RestoredAccess): string[] {
  const count = Object.values(ended).reduce((sum, n) => sum + n, 0);
  return [
    `Ended ${count} sessions and open links: everyone signs in again.`,
    ...(withdrawn.length === 0 ? [] : ['Applied again from the replaced database:']),
    ...withdrawn.map((one) => `  ${subjectOf(one)}: ${WORDS[one.change]}`),
    ...(isAllKnown ? [] : [UNKNOWN]),
    ...(keysToReview.length === 0 ? [] : [REVIEW]),
    ...keysToReview.map((key) => `  ${keyText(key)}`),
  ];
}

const UNKNOWN =
  'It is unknown what else was revoked, disabled, disconnected or changed after the backup: there was no readable database that continues this backup. Passwords and Discord links are those of the backup.';
const REVIEW = 'These keys of the backup work again; revoke those that should not:';

function subjectOf(one: Withdrawn): string {
  if ('keyId' in one) return keyText(one);
  if ('botId' in one) return `bot ${one.botId}`;
  return 'provider' in one ? `${one.email} at ${one.provider}` : one.email;
}

const keyText = ({ keyId, botId, name, last4 }: KeyRef) => `key ${keyId} "${name}" …${last4} of bot ${botId}`;
