import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeBot, makeKey, makePerson, type Site, startSite } from '@/tests/support/site';

/** What a bot author does with the lines of `/docs`, in an empty folder. */

const run = promisify(execFile);

let site: Site;
let folder: string;
beforeAll(async () => {
  site = await startSite();
  await makePerson(site, 'owner@example.org', 'owner');
});
afterAll(() => site.stop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'botmeter-author-'));
  return () => rmSync(folder, { recursive: true, force: true });
});

/** The text of the code block that a label names on the page. */
async function lines(label: string): Promise<string> {
  const html = await (await fetch(`${site.origin}/docs`)).text();
  const block = new RegExp(`<section aria-label="${label}"[^>]*><pre[^>]*><code[^>]*>([^<]*)</code>`).exec(
    html,
  );
  if (block?.[1] === undefined) throw new Error(`/docs has no code “${label}”.`);
  const entities: Record<string, string> = {
    '&#x27;': "'",
    '&quot;': '"',
    '&lt;': '<',
    '&gt;': '>',
    '&amp;': '&',
  };
  return block[1].replace(/&(#x27|quot|lt|gt|amp);/g, (entity) => entities[entity] ?? entity);
}

async function shell(command: string, env: Record<string, string> = {}): Promise<string> {
  const quiet = { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_update_notifier: 'false' };
  const options = { cwd: folder, env: { ...process.env, ...quiet, ...env } };
  return (await run('sh', ['-c', command], options)).stdout;
}

let bots = 0;
async function newBot() {
  const id = String(1_483_746_529_000_000_000n + BigInt(++bots));
  await makeBot(site, { id, owner: 'owner@example.org' });
  const { key } = await makeKey(site, id);
  return { id, env: { BOTMETER_KEY: key, BOTMETER_BOT_ID: id } };
}

const lastReport = async (id: string) => (await site.ports.store.find({ botId: id }))?.account.lastReport;

describe('from /docs to the first accepted report, by copying lines', () => {
  test('as an ES module', async () => {
    const { id, env } = await newBot();
    await shell(await lines('Install the client'));
    writeFileSync(join(folder, 'report.mjs'), await lines('Use the client'));
    expect(await shell(await lines('Run it'), env)).toContain('ok: true');
    expect(await lastReport(id)).toMatchObject({ serverCount: 4, userCount: 273 });
  });

  test('as CommonJS', async () => {
    const { id, env } = await newBot();
    await shell(await lines('Install the client'));
    const program = (await lines('Use the client'))
      .replace(/^import (\{.*\}) from ('.*');/m, 'const $1 = require($2);\n(async () => {')
      .concat('\n})();');
    expect(program).toContain("require('botmeter-client')");
    writeFileSync(join(folder, 'report.cjs'), program);
    expect(await shell('node report.cjs', env)).toContain('ok: true');
    expect(await lastReport(id)).toMatchObject({ serverCount: 4, userCount: 273 });
  });

  test('with curl', async () => {
    const { id, env } = await newBot();
    const line = (await lines('curl for Report statistics')).replace('1234567890123456789', id);
    expect(JSON.parse(await shell(line, env))).toMatchObject({ success: true, data: { botId: id } });
    const usage = JSON.parse(await shell(await lines('curl for Read the usage record'), env));
    expect(usage.data.usage.apiCalls.used).toBe(2);
  });
});

test('the archive of a version never changes and may be kept for ever; /client.tgz leads to the newest', async () => {
  const newest = await fetch(`${site.origin}/client.tgz`, { redirect: 'manual' });
  expect(newest.status).toBe(302);
  const address = newest.headers.get('location') ?? '';
  expect(address).toMatch(/\/client-\d+\.\d+\.\d+\.tgz$/);
  const archive = await fetch(address);
  expect(archive.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect((await archive.arrayBuffer()).byteLength).toBeLessThanOrEqual(20_000);
});
