import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'vitest';
import { BOT_ID as BOT_OF_FIXTURES } from '@/tests/support/data/accounts';
import { bodyOf, delivery, FORMS, kindOf } from '@/tests/support/data/vote-deliveries';
import { openShell } from '@/tests/unit/cli/run';
import type { Canary } from './canaries';
import type { Evidence } from './evidence';
import { ADMIN, BOT_ID, OWNER } from './tour';

/** Runs operator commands; their output is evidence under the name of the command. */
export function commandsOn(evidence: Evidence, env: Record<string, string>) {
  const shell = openShell(env, 'in this process');
  return async (args: readonly string[], name = args.join(' '), input = '') => {
    const { status, stdout, stderr } = await shell.botmeter(args, input);
    evidence.add(`botmeter ${name}`, stdout + stderr);
    return { status, stdout };
  };
}
export type Commands = ReturnType<typeof commandsOn>;

/** Creates keys and links and sets passwords with commands; returns keys and tokens. */
export async function commandKeys(botmeter: Commands, password: string): Promise<Canary[]> {
  const canaries: Canary[] = [];
  const make = async (args: readonly string[], name: string) => {
    const { stdout } = await botmeter([...args, '--json'], name);
    const { key, keyId } = JSON.parse(stdout) as { key: string; keyId: string };
    canaries.push({ name: 'key by command', value: key, shownAt: [`botmeter ${name}`] });
    return { key, keyId };
  };
  const first = await make(['key', 'create', '--bot', BOT_ID], 'key create');
  const second = await make(['key', 'rotate', '--key-id', first.keyId, '--overlap', '1h'], 'key rotate');
  for (const args of [
    ['user', 'invite', '--email', 'other@example.org', '--role', 'admin'],
    ['user', 'reset', '--email', OWNER],
  ]) {
    const name = args.slice(0, 2).join(' ');
    const { stdout } = await botmeter([...args, '--json'], name);
    const value = new URL((JSON.parse(stdout) as { link: string }).link).searchParams.get('token') ?? '';
    canaries.push({ name: 'link by command', value, shownAt: [`botmeter ${name}`] });
  }
  await Promise.all([
    botmeter(['key', 'revoke', '--key-id', first.keyId]),
    botmeter(['key', 'revoke', '--key-id', second.key], 'key revoke with a key for its id'),
    botmeter(['key', 'list', '--bot', BOT_ID]),
    botmeter(['user', 'list']),
    botmeter(['user', 'set-password', '--email', OWNER], 'user set-password', `${password}\n`),
    botmeter(['user', 'create', '--email', ADMIN, '--role', 'owner', '--password', password], 'user create'),
    botmeter(['user', 'create', password], 'user create with a password as argument'),
  ]);
  return canaries;
}

/**
 * Adds webhooks whose addresses hold secrets, one that responds and one that does not, and rotates a secret; returns
 * the secrets. What is delivered is not evidence: receivers have the secrets anyway.
 */
export async function commandWebhooks(botmeter: Commands, receiver: string): Promise<Canary[]> {
  const secrets: Canary[] = [];
  const make = async (args: readonly string[], name: string) => {
    const { stdout } = await botmeter(['webhook', ...args, '--json'], name);
    const { webhookId, secret } = JSON.parse(stdout) as { webhookId: string; secret: string | null };
    const value = secret?.replace('whsec_', '') ?? '';
    if (value !== '') secrets.push({ name: 'webhook secret', value, shownAt: [`botmeter ${name}`] });
    return webhookId;
  };
  const inPath = randomBytes(16).toString('hex');
  const inQuery = randomBytes(16).toString('hex');
  const ofDiscord = randomBytes(24).toString('hex');
  const create = (url: string, name: string) => make(['create', '--bot', BOT_ID, '--url', url], name);
  const id = await create(`${receiver}/hooks/${inPath}/end?token=${inQuery}&end`, 'webhook create');
  await create(`http://127.0.0.1:9/hooks/${inPath}/end`, 'webhook create, not allowed');
  await create(`${receiver}/api/webhooks/123456789012345678/${ofDiscord}`, 'webhook create, Discord');
  await make(['rotate-secret', '--webhook-id', id], 'webhook rotate-secret');
  for (const args of [
    ['test', '--webhook-id', id],
    ['list', '--bot', BOT_ID],
  ]) {
    await botmeter(['webhook', ...args], `webhook ${args[0]}`);
  }
  // Creating a webhook prints the address as it was given.
  const of = (name: string, value: string, command: string) => ({
    name,
    value,
    shownAt: [`botmeter ${command}`],
  });
  return [
    ...secrets,
    of('address, path', inPath, 'webhook create'),
    of('address, query', inQuery, 'webhook create'),
    of('address of Discord', ofDiscord, 'webhook create, Discord'),
  ];
}

/**
 * Makes sources of votes and sends deliveries with right and wrong secrets; returns the secrets, and what a body that was
 * refused said. The responses are evidence.
 */
export async function commandVoteSources(
  botmeter: Commands,
  evidence: Evidence,
  origin: string,
): Promise<Canary[]> {
  const canaries: Canary[] = [];
  for (const form of FORMS) {
    const given = form === 'topgg-signed' ? `whs_${randomBytes(16).toString('hex')}` : null;
    const name = `vote-source create, ${form}`;
    const args = [
      '--bot',
      BOT_ID,
      '--kind',
      kindOf(form),
      '--name',
      form,
      ...(given ? ['--secret', given] : []),
    ];
    const { stdout } = await botmeter(['vote-source', 'create', ...args, '--json'], name);
    const { path, secret } = JSON.parse(stdout) as { path: string; secret: string | null };
    const own = given ?? secret ?? '';
    const shownAt = given === null ? [`botmeter ${name}`] : [];
    canaries.push({ name: 'vote source secret', value: own.replace('whsec_', ''), shownAt });
    const inBody = randomBytes(16).toString('hex');
    canaries.push({ name: 'refused body of a list', value: inBody, shownAt: [] });
    const good = JSON.stringify(bodyOf(form, Date.now())).replaceAll(BOT_OF_FIXTURES, BOT_ID);
    const bad = JSON.stringify({ [inBody]: inBody, type: inBody, bot: inBody });
    const wrong = form === 'generic' ? `whsec_${randomBytes(32).toString('base64')}` : `${own}x`;
    for (const [status, body, key] of [
      [200, good, own],
      [400, bad, own],
      [401, bad, wrong],
    ] as const) {
      const response = await fetch(origin + path, {
        method: 'POST',
        ...delivery(form, key, body, Date.now()),
      });
      expect([form, response.status]).toEqual([form, status]);
      evidence.add(`POST of ${form}, ${status}`, await response.text());
    }
  }
  await botmeter(['vote-source', 'list', '--bot', BOT_ID], 'vote-source list');
  return canaries;
}

/** Runs backup, check and copy, then again commands that must fail; nothing exists at `file` and `copyTo`. */
export async function handleBackups(botmeter: Commands, file: string, copyTo: string): Promise<void> {
  const done = async (args: readonly string[], name: string) =>
    expect({ name, ...(await botmeter(args, name)) }).toMatchObject({ status: 0 });
  await done(['backup', file], 'backup');
  await done(['check'], 'check');
  await done(['copy', '--to', copyTo], 'copy');
  for (const args of [
    ['backup', file],
    ['copy', '--to', copyTo],
    ['restore', file],
    ['restore', join(file, 'x')],
  ]) {
    expect((await botmeter(args, `${args[0]} refused`)).status).toBe(1);
  }
}
