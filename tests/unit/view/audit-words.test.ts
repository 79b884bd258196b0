import { expect, it } from 'vitest';
import { paths, withQuery } from '@/lib/contract/paths';
import { searchAudit } from '@/lib/services/audit/search';
import { changeBot } from '@/lib/services/bots/change';
import { deleteBot } from '@/lib/services/bots/delete';
import { createKey, rotateKey } from '@/lib/services/keys/change';
import { changeUser, deleteUser } from '@/lib/services/users/change';
import { type AuditRow, auditRow } from '@/lib/view/audit-rows';
import { actionWords, fieldValue } from '@/lib/view/audit-words';
import { utcText } from '@/lib/view/times';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import { contextForEachTest, emailOf, PRINCIPALS, type PrincipalName } from '@/tests/support/data/principals';
import { accepted } from '@/tests/support/result';

const context = contextForEachTest();

const personRef = (name: PrincipalName) => ({
  text: name,
  title: emailOf(name),
  href: withQuery(paths.admin.users, { q: emailOf(name) }),
});
const ADMIN = personRef('admin');
const BOT = { text: 'TestBot', href: paths.bot(BOT_ID).page, title: BOT_ID };
const nameOf = ({ name, last4 }: { name: string; last4: string }) => `${name} (…${last4})`;

/** The audit log as an admin sees it, oldest first. */
async function rows(text = '', filters: Record<string, string> = {}): Promise<AuditRow[]> {
  const query = { text, sort: 'time', isDescending: false, page: 1, filters };
  return accepted(await searchAudit(context().ports, PRINCIPALS.admin, query)).rows.map(auditRow);
}

it('an entry shows action, people, fields and values in words', async () => {
  const { ports } = context();
  await changeBot(ports, PRINCIPALS.admin, BOT_ID, { plan: 'premium', isDisabled: true });
  await changeUser(ports, PRINCIPALS.operator, { userId: 'other' }, { role: 'admin' });
  const expiresAtMs = T0 + 1_000;
  const { apiKey } = accepted(
    await createKey(ports, PRINCIPALS.owner, { botId: BOT_ID, name: 'spare', expiresAtMs }),
  );
  const rotated = accepted(await rotateKey(ports, PRINCIPALS.owner, apiKey.id, '24h'));
  const change = (field: string, before: string | null, after: string | null) => ({ field, before, after });
  const [ofBot, ofPerson, created, rotation] = await rows();
  expect(ofBot).toMatchObject({ actor: ADMIN, action: 'Change bot', actionCode: 'bot.change', subject: BOT });
  const changes = [change('State', 'Enabled', 'Disabled'), change('Plan', 'Free', 'Premium')];
  expect(ofBot?.changes).toEqual(expect.arrayContaining(changes));
  expect(ofPerson).toMatchObject({
    subject: personRef('other'),
    changes: [change('Role', 'owner', 'admin')],
  });
  const key = { ...change('Key', null, nameOf(apiKey)), afterHref: paths.bot(BOT_ID).keys };
  expect(created?.changes).toEqual(
    expect.arrayContaining([
      key,
      change('Name', null, 'spare'),
      change('Expires', null, utcText(expiresAtMs)),
    ]),
  );
  const replaced = expect.objectContaining(change('Key', nameOf(apiKey), nameOf(rotated.apiKey)));
  expect(rotation?.changes).toEqual(
    expect.arrayContaining([replaced, change('Old key stays valid', null, '24 hours')]),
  );
});

it.each([
  [{ kind: 'user' }, ['user.change']],
  [{ kind: 'nonsense' }, ['bot.change', 'bot.change', 'user.change']],
  [{ bot: OTHER_BOT_ID }, ['bot.change']],
  [{ person: emailOf('other') }, ['user.change']],
  [{ person: 'admin', bot: BOT_ID }, ['bot.change']],
  [{ person: 'nobody@example.org' }, []],
])('the filter %o finds %j', async (filters, actions) => {
  const { ports } = context();
  await changeBot(ports, PRINCIPALS.admin, BOT_ID, { name: 'Renamed' });
  await changeBot(ports, PRINCIPALS.operator, OTHER_BOT_ID, { owner: { userId: 'owner' } });
  await changeUser(ports, PRINCIPALS.operator, { userId: 'other' }, { name: 'Renamed' });
  expect((await rows('', filters)).map(({ actionCode }) => actionCode).sort()).toEqual(actions);
});

it('deleted people are shown with the address that they had', async () => {
  await deleteUser(context().ports, PRINCIPALS.operator, { userId: 'admin' });
  await deleteBot(context().ports, PRINCIPALS.operator, OTHER_BOT_ID);
  await deleteUser(context().ports, PRINCIPALS.operator, { userId: 'other' });
  expect(await rows()).toMatchObject([
    { subject: { text: OTHER_BOT_ID, href: null } },
    { subject: { text: emailOf('other'), href: null } },
  ]);
});

it('a key without expiry, and values of older versions, are shown as they are', () => {
  expect(fieldValue('expiresAtMs', null)).toBe('never');
  expect(fieldValue('colour', 'blue')).toBe('blue');
  expect(fieldValue('name', '0')).toBe('0');
  expect(actionWords('bot.paint')).toBe('bot.paint');
  expect(actionWords('constructor')).toBe('constructor');
});
