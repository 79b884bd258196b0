import { beforeAll, expect, test } from 'vitest';
import * as apiPaths from '@/lib/contract/api-paths';
import { paths } from '@/lib/contract/paths';
import type { BotRole } from '@/lib/domain/people/bot-people';
import { OPERATOR } from '@/lib/domain/people/caller';
import { changeUser } from '@/lib/services/users/change';
import { accepted } from '@/tests/support/result';
import { makePerson, sessionCookie } from '@/tests/support/site';
import {
  ACTIONS,
  ASKED,
  type Context,
  isDone,
  newContext,
  send,
  site,
  startSiteOfActions,
  VOTER,
} from './actions';

/** Whoever may not: every page, every read of the pages and every action of a bot, over HTTP. */

startSiteOfActions();

const READS = [
  ...Object.values(apiPaths).filter((path) => /^\/api\/dashboard\/bots\/\{botId\}/.test(path)),
  ...Object.values(paths.bot('{botId}')),
];
const UNKNOWN = '1'.repeat(18);

let context: Context;
beforeAll(async () => {
  context = await newContext([]);
});

/** Someone who has, or had, a role with the bot, as a browser. */
async function join(name: string, role: BotRole): Promise<{ id: string; headers: Record<string, string> }> {
  const { id, email } = await makePerson(site, `${name}@example.org`, 'owner');
  await site.ports.directory.write([], ({ people }, joinedAtMs) =>
    people.put({ botId: context.botId, userId: id, role, joinedAtMs }),
  );
  return { id, headers: { cookie: await sessionCookie(site, email) } };
}

const get = async (path: string, botId: string, headers: Record<string, string>) => {
  const response = await fetch(site.origin + path.replace('{botId}', botId), { headers, redirect: 'manual' });
  return { status: response.status, body: await response.text(), type: response.headers.get('content-type') };
};

/** Without what is new in each response. */
const lasting = (body: string, botId: string) =>
  body.replaceAll(botId, 'ID').replaceAll(/nonce(=|":|\\":)\\?"[^"\\]*/g, '');

test('who left, was disabled, or has not accepted yet finds the bot in no read, as one that does not exist', async () => {
  const { botId } = context;
  const left = await join('left', 'manager');
  const disabled = await join('disabled-manager', 'manager');
  const asked = await makePerson(site, ASKED, 'owner');
  await site.ports.directory.write([], ({ people }) => people.delete(botId, left.id));
  accepted(await changeUser(site.ports, OPERATOR, { userId: disabled.id }, { isDisabled: true }));
  const strangers = [left.headers, disabled.headers, { cookie: await sessionCookie(site, asked.email) }];
  let requests = 0;
  for (const headers of strangers) {
    for (const path of READS) {
      const [known, unknown] = [await get(path, botId, headers), await get(path, UNKNOWN, headers)];
      requests += 2;
      expect([path, known.status]).toEqual([path, unknown.status]);
      expect([path, known.status < 400 && known.status < 300]).toEqual([path, false]);
      if (known.type?.includes('json'))
        expect(lasting(known.body, botId)).toBe(lasting(unknown.body, UNKNOWN));
      expect(known.body).not.toContain('TestBot');
    }
  }
  expect(requests).toBe(strangers.length * READS.length * 2);
  expect(READS.length).toBeGreaterThan(12);
});

test('a viewer reads no address of a webhook or a person, and no voter, on any page', async () => {
  const { headers } = await join('viewer', 'viewer');
  const { botId, ownerEmail, botlessEmail, keyId } = context;
  const owner = { cookie: await sessionCookie(site, ownerEmail) };
  const secrets = ['first.invalid', ASKED, ownerEmail, botlessEmail, VOTER, '/hooks/votes/'];
  const seen = { owner: new Set<string>(), viewer: new Set<string>() };
  let pages = 0;
  for (const path of READS) {
    const byViewer = await get(path, botId, headers);
    pages += Number(byViewer.status === 200);
    for (const secret of secrets) {
      if (byViewer.body.includes(secret)) seen.viewer.add(`${path} ${secret}`);
      if ((await get(path, botId, owner)).body.includes(secret)) seen.owner.add(secret);
    }
  }
  expect([...seen.viewer]).toEqual([]);
  expect(seen.owner.size).toBe(secrets.length);
  expect(pages).toBe(READS.length);
  expect(keyId).not.toBe('');
});

test('a viewer, a manager and who left do over HTTP what their role allows, and nothing else', async () => {
  const own = new Set(['pinBotAction', 'leaveBotAction', 'answerBotInvitationAction']);
  const managers = new Set(['invitePersonAction', 'withdrawBotInvitationAction', 'changePersonAction']);
  for (const name of ['removePersonAction', 'setPublicAction']) managers.add(name);
  let requests = 0;
  for (const [name, action] of Object.entries(ACTIONS)) {
    const short = name.split('#')[1] ?? '';
    if (!action.page(context).startsWith('/bots/') || own.has(short)) continue;
    for (const role of ['viewer', 'manager', 'left'] as const) {
      if (role === 'manager' && !managers.has(short)) continue;
      const person = await join(`${role}-${short}`.toLowerCase(), role === 'viewer' ? 'viewer' : 'manager');
      if (role === 'left')
        await site.ports.directory.write([], ({ people }) => people.delete(context.botId, person.id));
      await send(name, action, context, { ...person.headers, origin: site.origin });
      requests++;
      expect([name, role, await isDone(action, context)]).toEqual([name, role, false]);
    }
  }
  expect(requests).toBeGreaterThan(40);
});
