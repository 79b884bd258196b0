import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ANY_ORIGIN } from '@/lib/contract/paths';
import { pythonProgram } from '@/lib/view/quick-start';
import { python } from '@/tests/support/programs';
import { makeBot, makeKey, makePerson } from '@/tests/support/site';
import { siteForFile } from '@/tests/support/test-site';

/** The Python client as `/docs` and the running service offer it, against that service. */

const site = siteForFile();
beforeAll(() => makePerson(site, 'owner@example.org', 'owner'));
const folder = mkdtempSync(join(tmpdir(), 'botmeter-python-'));

let bots = 0;
async function newBot() {
  const id = String(1_483_746_529_100_000_000n + BigInt(++bots));
  await makeBot(site, { id, owner: 'owner@example.org', plan: 'business' });
  const { key } = await makeKey(site, id);
  return { id, env: { BOTMETER_URL: site.origin, BOTMETER_KEY: key, BOTMETER_BOT_ID: id } };
}

let address: string;
let wheel: string;
beforeAll(async () => {
  const html = await (await fetch(`${site.origin}/docs`)).text();
  address = new RegExp(`pip install ${ANY_ORIGIN}(/download/\\S+#sha256=[0-9a-f]{64})`).exec(html)?.[1] ?? '';
  const response = await fetch(site.origin + address);
  expect([response.status, response.headers.get('cache-control')]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ]);
  const bytes = Buffer.from(await response.arrayBuffer());
  wheel = join(folder, /[^/]*\.whl/.exec(address)?.[0] ?? '');
  writeFileSync(wheel, bytes);
  expect(address).toContain(`#sha256=${createHash('sha256').update(bytes).digest('hex')}`);
  return () => rmSync(folder, { recursive: true });
});

test('the program of /docs sends a report', async () => {
  const { id, env } = await newBot();
  const program = pythonProgram(site.origin, null);
  const { status, output } = await python(['-c', program], env, wheel);
  expect([status, output]).toEqual([0, expect.stringContaining("'serverCount': 4")]);
  expect((await site.ports.store.find({ botId: id }))?.account.lastReport).toMatchObject({ userCount: 273 });
});

test('a bot reports, is refused, waits after a restart, and reads its usage', async () => {
  const { env } = await newBot();
  const { status, output } = await python([join(import.meta.dirname, 'bot.py')], env, wheel);
  expect([status, output]).toEqual([0, 'OK\n']);
});

test('pip installs it from the address of /docs, and refuses another file', async () => {
  const pip = await python(['-m', 'pip', '--version']);
  if (pip.status !== 0) {
    process.stdout.write('pip is missing: its part of the tests needs "apt-get install python3-pip".\n');
    return;
  }
  const install = (url: string) =>
    python([
      '-W',
      'ignore',
      '-m',
      'pip',
      'install',
      '--no-index',
      '--no-deps',
      '--target',
      join(folder, 'bot'),
      url,
    ]);
  const good = await install(site.origin + address);
  expect(good.status, good.output).toBe(0);
  const bad = await install(`${site.origin}${address.slice(0, -64)}${'0'.repeat(64)}`);
  expect([bad.status, bad.output]).toEqual([1, expect.stringContaining('HASH')]);
  const imported = await python(
    ['-c', 'import botmeter_client as b; print(b.__version__)'],
    {},
    join(folder, 'bot'),
  );
  expect(imported.output.trim()).toBe(/client-([\d.]+)-/.exec(address)?.[1]);
});
