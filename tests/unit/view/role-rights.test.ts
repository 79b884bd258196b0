import { expect, it } from 'vitest';
import { OF_ONESELF, RIGHTS, type Right } from '@/lib/services/rights';
import { ROLE_RIGHTS } from '@/lib/view/role-rights';

/** Every right, under the row of the docs that says it in words. */
const ROWS: Readonly<Record<string, string>> = {
  'See its pages, download its counts':
    'readBot readBotHead readAnalyticsPage readActivity listHistory readSettings readPlanState readAlertSettings listMarks listKeys viewKeys readVotesPage',
  'Choose own alerts, pin it, leave it': 'chooseAlerts getEvents pinBot leaveBot',
  'Send reports, change settings, marks and silences':
    'sendStats changeSettings addMark deleteMark pauseBot resumeBot',
  'Make, rotate and revoke keys': 'createKey rotateKey revokeKey',
  'Webhooks and their deliveries':
    'listWebhooks listDeliveries changeAlertSettings createWebhook changeWebhook removeWebhook rotateSecret testWebhook sendAgain',
  'Vote sources and who voted':
    'hasVoted listSources deliveryLog createSource deleteSource pauseSource resumeSource rotateSource purgeUser',
  'Ask for a larger plan': 'askForPlan',
  'Public page': 'setPublic',
  People: 'readPeople invitePerson withdrawBotInvitation changePerson removePerson',
  'Delete it, give it away, change its plan': 'administer',
};

it('says of every right of the table who has it, and nothing else', () => {
  const said = ROLE_RIGHTS.flatMap(({ what, least, isSelf = false }) =>
    (ROWS[what] ?? '').split(' ').map((right) => [right, least, isSelf]),
  );
  const held = Object.entries(RIGHTS).map(([right, least]) => [right, least, OF_ONESELF.has(right as Right)]);
  expect(said.toSorted()).toEqual(held.toSorted());
});
