import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { searchAudit } from '@/lib/services/audit/search';
import { changeBot } from '@/lib/services/bots/change';
import { createKey } from '@/lib/services/keys/create';
import { rotateKey } from '@/lib/services/keys/rotate';
import { changeUser } from '@/lib/services/users/change';
import { type AuditRow, auditRow } from '@/lib/view/admin-rows';
import { actionWords, fieldValue } from '@/lib/view/audit-words';
import { utcText } from '@/lib/view/times';
import { BOT_ID, T0 } from '@/tests/support/data/accounts';
import { contextForEachTest, emailOf, PRINCIPALS } from '@/tests/support/data/principals';
import { accepted } from '@/tests/support/result';

const context = contextForEachTest();

/** The audit log as an admin sees it, oldest first. */
async function rows(text = ''): Promise<AuditRow[]> {
  const query = { text, sort: 'time', isDescending: false, page: 1 };
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
  const expected = [
    {
      ...{ actor: emailOf('admin'), action: 'Change bot', actionCode: 'bot.change', subject: BOT_ID },
      changes: [change('State', 'Enabled', 'Disabled'), change('Plan', 'Free', 'Premium')],
    },
    {
      ...{ actor: 'Operator’s command', action: 'Change person', subject: emailOf('other') },
      changes: [change('Role', 'owner', 'admin')],
    },
    {
      ...{ actor: emailOf('owner'), action: 'Create key', subject: BOT_ID },
      changes: [
        change('Key', null, apiKey.id),
        change('Name', null, 'spare'),
        change('Expires', null, utcText(expiresAtMs)),
      ],
    },
    {
      ...{ actor: emailOf('owner'), action: 'Rotate key', subject: BOT_ID },
      changes: [change('Key', apiKey.id, rotated.apiKey.id), change('Old key stays valid', null, '24 hours')],
    },
  ];
  expect(await rows()).toMatchObject(
    expected.map(({ changes, ...rest }) => ({ ...rest, changes: expect.arrayContaining(changes) })),
  );
});

it('a search finds entries by the address of the person they are about', async () => {
  await changeUser(context().ports, PRINCIPALS.operator, { userId: 'other' }, { name: 'Renamed' });
  await changeBot(context().ports, PRINCIPALS.operator, BOT_ID, { name: 'Renamed' });
  expect(await rows(emailOf('other'))).toMatchObject([{ subject: emailOf('other') }]);
});

it('a key without expiry, and values of older versions, are shown as they are', () => {
  expect(fieldValue('expiresAtMs', null)).toBe('never');
  expect(fieldValue('colour', 'blue')).toBe('blue');
  expect(fieldValue('name', '0')).toBe('0');
  expect(actionWords('bot.paint')).toBe('bot.paint');
  expect(actionWords('constructor')).toBe('constructor');
});

it('every action in the sources has words', () => {
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
