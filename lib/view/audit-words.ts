import type { AccessKind, DeniableAction } from '@/lib/domain/people/audit';
import { PLANS } from '@/lib/domain/quota/plan';
import { durationText } from '@/lib/domain/text/duration';
import { utcText } from './times';

/** Texts for the audit log's codes. An unknown code is shown as it is. */

const ACTIONS: Readonly<Record<DeniableAction | AccessKind, string>> = {
  'alerts.change': 'Choose alerts',
  'bot.ask-plan': 'Ask for a larger plan',
  'bot.change': 'Change bot',
  'bot.pause': 'Plan silence',
  'bot.resume': 'End planned silence',
  'bot.publish': 'Publish',
  'bot.unpublish': 'Unpublish',
  'bot.create': 'Register bot',
  'bot.decline-plan': 'Decline a larger plan',
  'bot.delete': 'Delete bot',
  'database.restore': 'Restore backup',
  deny: 'Refused',
  'factor.disable': 'Turn second factor off',
  'factor.enable': 'Turn second factor on',
  'factor.forget-browser': 'Forget browser',
  'factor.recover': 'Use recovery code',
  'factor.renew-codes': 'Make recovery codes',
  'factor.reset': 'Remove second factor',
  'factor.start': 'Set up second factor',
  'identity.connect': 'Connect account',
  'identity.disconnect': 'Disconnect account',
  'key.create': 'Create key',
  'key.revoke': 'Revoke key',
  'key.rotate': 'Rotate key',
  'link.redeem': 'Use link',
  'marks.add': 'Add mark',
  'marks.delete': 'Delete mark',
  'mails.end': 'Stop mails',
  'bot.pin': 'Pin bot',
  'notices.dismiss': 'Dismiss notices',
  'notifications.read': 'Mark notifications as read',
  'people.invite': 'Ask a person to join',
  'people.withdraw': 'Withdraw the question to a person',
  'people.join': 'Join',
  'people.decline': 'Decline to join',
  'people.change': 'Change role',
  'people.remove': 'Remove person',
  'people.leave': 'Leave',
  setup: 'Set up',
  'sign-in': 'Sign in',
  'sign-in.refuse': 'Sign-in refused',
  'sign-out.everywhere': 'Sign out everywhere',
  'sign-out.session': 'Sign out one browser',
  'stats.send': 'Send report',
  'user.change': 'Change person',
  'user.change-password': 'Change own password',
  'user.create': 'Add person',
  'user.delete': 'Delete person',
  'user.forgot': 'Ask for a new password',
  'user.invite': 'Invite person',
  'user.reset': 'Create reset link',
  'user.set-password': 'Reset password',
  'user.time-zone': 'Set time zone',
  'user.digest': 'Choose digest',
  'user.add-invited': 'Add invited owner',
  'user.uninvite': 'Withdraw invitation',
  'votes.add-source': 'Add vote source',
  'votes.delete-source': 'Delete vote source',
  'votes.pause-source': 'Pause vote source',
  'votes.purge': 'Delete a user’s votes',
  'votes.resume-source': 'Resume vote source',
  'votes.rotate-source': 'Rotate secret of vote source',
  'webhook.change': 'Change webhook',
  'webhook.create': 'Add webhook',
  'webhook.delete': 'Delete webhook',
  'webhook.rotate-secret': 'Rotate webhook secret',
  'webhook.send-again': 'Send event again',
  'webhook.test': 'Send test event',
};

const ACTORS: Readonly<Record<string, string>> = {
  anonymous: 'Not signed in',
  environment: 'Settings of the service',
  key: 'A bot',
  operator: 'Command line',
  setup: 'Set-up page',
  unknown: 'Unknown address',
};

const FIELDS: Readonly<Record<string, string>> = {
  account: 'Account',
  address: 'From',
  answer: 'Answer',
  changes: 'Withdrawn again',
  digest: 'Digest',
  disabledReason: 'Reason',
  email: 'Email',
  eventTypes: 'Events',
  expiresAtMs: 'Expires',
  host: 'Host',
  isDisabled: 'State',
  keyId: 'Key',
  kind: 'Kind',
  markId: 'Mark',
  method: 'With',
  name: 'Name',
  overlap: 'Old key stays valid',
  ownerId: 'Owner',
  pausedUntilMs: 'Until',
  plan: 'Plan',
  provider: 'Account at',
  reason: 'Reason',
  role: 'Role',
  runsOutAtMs: 'Quota runs out',
  showsDeploys: 'Deploys on its public page',
  silentAfterMs: 'Silent after',
  sourceId: 'Source',
  status: 'Status',
  text: 'Text',
  used: 'Calls used',
  userId: 'Person',
  webhookId: 'Webhook',
};

const VALUES: Readonly<Record<string, string>> = {
  '0': 'not at all',
  '1h': '1 hour',
  '24h': '24 hours',
  '7d': '7 days',
  code: 'Second factor',
  discord: 'Discord',
  invite: 'Invitation',
  password: 'Password',
  reset: 'Reset link',
};

const wordsIn = (words: Readonly<Record<string, string>>) => (code: string) =>
  Object.hasOwn(words, code) ? (words[code] ?? code) : code;

export const actionWords = wordsIn(ACTIONS);
export const actorWords = wordsIn(ACTORS);
export const fieldWords = wordsIn(FIELDS);
export const valueWords = wordsIn(VALUES);
const planWords = wordsIn(Object.fromEntries(Object.values(PLANS).map((p) => [p.name, p.displayName])));

/** Formats a value of an unknown type. */
function jsonText(value: object): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '…';
  }
}

/** A field's value as text; `null` for a missing value. */
export function fieldValue(field: string, value: unknown): string | null {
  if (value === undefined) return null;
  if (field === 'expiresAtMs' && value === null) return 'never';
  if (['expiresAtMs', 'runsOutAtMs', 'pausedUntilMs'].includes(field) && typeof value === 'number')
    return utcText(value);
  if (field === 'silentAfterMs') return typeof value === 'number' ? durationText(value) : 'plan’s default';
  if (value === null) return null;
  if (typeof value === 'object') return jsonText(value);
  if (field === 'showsDeploys') return value === true ? 'Shown' : 'Hidden';
  if (field === 'isDisabled') return value === true ? 'Disabled' : 'Enabled';
  if (field === 'plan') return planWords(String(value));
  return ['overlap', 'method', 'provider'].includes(field) ? valueWords(String(value)) : String(value);
}
