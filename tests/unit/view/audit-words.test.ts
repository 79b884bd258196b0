import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { recordDenials } from '@/lib/services/access/record-denials';
import { searchAccess } from '@/lib/services/access/search';
import { searchAudit } from '@/lib/services/audit/search';
import { changeBot } from '@/lib/services/bots/change';
import { createKey } from '@/lib/services/keys/create';
import { rotateKey } from '@/lib/services/keys/rotate';
import { changeUser } from '@/lib/services/users/change';
import { type AuditRow, accessRow, auditRow } from '@/lib/view/admin-rows';
import { actionWords, fieldValue } from '@/lib/view/audit-words';
import { utcText } from '@/lib/view/times';
import { BOT_ID, T0 } from '@/tests/support/data/accounts';
import { contextForEachTest, emailOf, PRINCIPALS } from '@/tests/support/data/principals';
import { accepted } from '@/tests/support/result';

const context = contextForEachTest();

/** The log as an admin sees it, oldest first. */
async function rows(text = ''): Promise<AuditRow[]> {
  const query = { text, sort: 'time', isDescending: false, page: 1 };
  return accepted(await searchAudit(context().ports, PRINCIPALS.admin, query)).rows.map(auditRow);
}

it('an entry names action, people, fields and values in words', async () => {
  const { ports } = context();
  await changeBot(ports, PRINCIPALS.admin, BOT_ID, { plan: 'premium', isDisabled: true });
  await changeUser(ports, PRINCIPALS.operator, { userId: 'other' }, { role: 'admin' });
  const expiresAtMs = T0 + 1_000;
  const { apiKey } = accepted(
    await createKey(ports, PRINCIPALS.owner, { botId: BOT_ID, name: 'spare', expiresAtMs }),
  );
  const rotated = accepted(await rotateKey(ports, PRINCIPALS.owner, apiKey.id, '24h'));
  const field = (name: string, before: string | null, after: string | null) => ({
    field: name,
    before,
    after,
  });
  const expected = [
    {
      ...{ actor: emailOf('admin'), action: 'Change bot', actionCode: 'bot.change', subject: BOT_ID },
      changes: [field('State', 'Enabled', 'Disabled'), field('Plan', 'Free', 'Premium')],
    },
    {
      ...{ actor: 'Operator’s command', action: 'Change person', subject: emailOf('other') },
      changes: [field('Role', 'owner', 'admin')],
    },
    {
      ...{ actor: emailOf('owner'), action: 'Create key', subject: BOT_ID },
      changes: [
        field('Key', null, apiKey.id),
        field('Name', null, 'spare'),
        field('Expires', null, utcText(expiresAtMs)),
      ],
    },
    {
      ...{ actor: emailOf('owner'), action: 'Rotate key', subject: BOT_ID },
      changes: [field('Key', apiKey.id, rotated.apiKey.id), field('Old key lives on', null, '24 hours')],
    },
  ];
  expect(await rows()).toMatchObject(
    expected.map(({ changes, ...rest }) => ({ ...rest, changes: expect.arrayContaining(changes) })),
  );
});

it('sign-ins and denials are told in words, and those of no one in particular are not written', async () => {
  const { ports } = context();
  await recordDenials(ports, [
    { who: PRINCIPALS.anonymous, what: 'bot.delete' },
    { who: PRINCIPALS.owner, what: 'bot.delete' },
    { who: PRINCIPALS.owner, what: 'user.create' },
  ]);
  const query = { text: '', sort: 'time', isDescending: true, page: 1 };
  const { rows: found } = accepted(await searchAccess(ports, PRINCIPALS.admin, query));
  const [denied, ...others] = found.map(accessRow);
  expect(others).toEqual([]);
  expect(denied).toMatchObject({ who: emailOf('owner'), what: 'Refused', count: 2, detail: 'Add person' });
  expect(await context().audit()).toEqual([]);
});

it('the log is found by the address of the person whom an entry is about', async () => {
  await changeUser(context().ports, PRINCIPALS.operator, { userId: 'other' }, { name: 'Renamed' });
  await changeBot(context().ports, PRINCIPALS.operator, BOT_ID, { name: 'Renamed' });
  expect(await rows(emailOf('other'))).toMatchObject([{ subject: emailOf('other') }]);
});

it('a key without an end, and what an older version wrote, are told as they are', () => {
  expect(fieldValue('expiresAtMs', null)).toBe('never');
  expect(fieldValue('colour', 'blue')).toBe('blue');
  expect(fieldValue('name', '0')).toBe('0');
  expect(actionWords('bot.paint')).toBe('bot.paint');
  expect(actionWords('constructor')).toBe('constructor');
});

it('every action that is recorded or can be refused has words', () => {
  const sources = ['lib/services', 'app'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const codes = sources
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\b(?:action: |act\()'([^']+)'/g)])
    .map(([, code = '']) => code);
  expect(new Set(codes).size).toBeGreaterThan(15);
  expect(codes.filter((code) => actionWords(code) === code)).toEqual([]);
});
