import { expect, it } from 'vitest';
import { OPERATOR } from '@/lib/domain/people/caller';
import { changeBot } from '@/lib/services/bots/change';
import { setPublic } from '@/lib/services/bots/publish';
import { onEveryServer } from '@/tests/support/process/api-server';
import { report } from '@/tests/support/process/requests';
import { accepted } from '@/tests/support/result';

const UNKNOWN = '123456789012345678';
const BADGES = ['servers', 'users', 'votes', 'status', 'coverage'];
const pathsOf = (id: string) => [
  ...BADGES.flatMap((kind) => [`/badge/${id}/${kind}.svg`, `/badge/${id}/${kind}.json`]),
  ...['servers', 'users', 'votes'].map((kind) => `/chart/${id}/${kind}.svg`),
  `/b/${id}`,
];

onEveryServer((api) => {
  const { operator } = api;
  const publish = async (id: string, isPublic = true) =>
    accepted(await setPublic(await operator.ports(), OPERATOR, id, isPublic));
  const get = (path: string, headers = {}) => api.send({ path, headers });
  /** The whole response but for what differs in any two, with the id left out. */
  const seen = async (path: string, id: string) => {
    const response = await get(path);
    const names = ['content-type', 'cache-control', 'content-security-policy', 'access-control-allow-origin'];
    const headers = [...names, 'etag', 'content-length'].map((name) => response.header(name));
    return [response.status, ...headers, response.text.replaceAll(id, '')];
  };
  /** Whether a bot is public is remembered for a second. */
  const soon = (path: string, text: string) =>
    expect.poll(async () => (await get(path)).text, { timeout: 10_000 }).toContain(text);

  it('an unknown bot and one that is not public get the same, byte for byte', async () => {
    const { id } = await operator.bot();
    for (const [at, path] of pathsOf(id).entries()) {
      expect(await seen(path, id)).toEqual(await seen(pathsOf(UNKNOWN)[at] ?? '', UNKNOWN));
    }
    expect((await get(`/badge/${id}/servers.svg`)).text).toContain('not public');
    expect((await get(`/b/${id}`)).status).toBe(404);
  });

  it('a public bot shows its counts, its state and its history; nobody can see it once that is over', async () => {
    const bot = await operator.bot({ plan: 'premium', name: 'Tide & <Keeper>' });
    await publish(bot.id);
    await soon(`/badge/${bot.id}/status.json`, '"message":"new"');
    expect((await get(`/badge/${bot.id}/servers.json`)).json().message).toBe('none yet');
    await api.report(bot, { json: { ...report(bot), serverCount: 1_234, userCount: 56_789 } });
    await soon(`/badge/${bot.id}/status.json`, '"message":"online"');
    expect((await get(`/badge/${bot.id}/servers.json`)).json().message).toBe('1,234');
    const page = await get(`/b/${bot.id}`);
    expect([page.status, page.header('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    for (const shown of ['1,234', '56,789', 'Tide &#38; &#60;Keeper&#62;', 'Premium', 'Online', '<svg'])
      expect(page.text).toContain(shown);
    expect(page.text).not.toMatch(/<script|@example\.org|quota|api key/i);
    expect(page.text.length).toBeLessThan(60_000);
    expect((await get(`/chart/${bot.id}/users.svg?range=90d&theme=dark`)).text).toContain('Users of Tide');
    await changeBot(await operator.ports(), OPERATOR, bot.id, { isDisabled: true });
    await soon(`/badge/${bot.id}/servers.svg`, 'not public');
    await changeBot(await operator.ports(), OPERATOR, bot.id, { isDisabled: false });
    await soon(`/badge/${bot.id}/servers.svg`, '1,234');
    await publish(bot.id, false);
    await soon(`/badge/${bot.id}/servers.svg`, 'not public');
    expect((await get(`/b/${bot.id}`)).status).toBe(404);
  });

  it('a chart as PNG is a picture of 1200 × 630 with the text of its fonts, also where nothing is public', async () => {
    const bot = await operator.bot({ name: 'Möwe' });
    await publish(bot.id);
    await soon(`/badge/${bot.id}/status.json`, '"message":"new"');
    const png = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${api.port}${path}`);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
      return Buffer.from(await response.arrayBuffer());
    };
    const shown = await png(`/chart/${bot.id}/servers.png`);
    expect(shown.subarray(1, 4).toString()).toBe('PNG');
    expect([shown.readUInt32BE(16), shown.readUInt32BE(20)]).toEqual([1_200, 630]);
    // Without its font a picture has no text, and is half as large.
    expect(shown.length).toBeGreaterThan(8_000);
    const [unknown, hidden] = [await operator.bot(), UNKNOWN];
    expect(await png(`/chart/${unknown.id}/servers.png`)).toEqual(await png(`/chart/${hidden}/servers.png`));
    expect(await png(`/chart/${bot.id}/servers.png?theme=dark`)).not.toEqual(shown);
  });

  it('the JSON of a badge has exactly the members of shields.io’s endpoint badge', async () => {
    const bot = await operator.bot();
    await publish(bot.id);
    await api.report(bot, { json: { ...report(bot), serverCount: 7 } });
    await soon(`/badge/${bot.id}/servers.json`, '"message":"7"');
    const members = { schemaVersion: 1, color: 'blue', cacheSeconds: 300 };
    expect((await get(`/badge/${bot.id}/servers.json?label=Guilds`)).json()).toEqual({
      ...members,
      label: 'Guilds',
      message: '7',
    });
    expect((await get(`/badge/${bot.id}/coverage.json`)).json()).toEqual({
      ...members,
      label: 'reports received',
      message: 'none yet',
      color: 'lightgrey',
    });
  });

  it('is kept by others for a time, has a tag, is open to other sites and runs nothing', async () => {
    const bot = await operator.bot();
    for (const [kind, seconds] of [
      ['servers', 300],
      ['status', 60],
    ] as const) {
      const badge = await get(`/badge/${bot.id}/${kind}.svg`);
      expect(badge.header('cache-control')).toBe(`public, max-age=${seconds}, s-maxage=${seconds}`);
      expect(badge.header('access-control-allow-origin')).toBe('*');
      expect(badge.header('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'");
      expect(badge.header('set-cookie')).toBeUndefined();
      const tag = badge.header('etag') ?? '';
      const again = await get(`/badge/${bot.id}/${kind}.svg`, { 'if-none-match': tag });
      expect([again.status, again.text, again.header('etag')]).toEqual([304, '', tag]);
      const head = await api.send({ method: 'HEAD', path: `/badge/${bot.id}/${kind}.svg` });
      expect([head.status, head.text, head.header('etag')]).toEqual([200, '', tag]);
    }
  });

  it('other methods get 405, other ids and kinds 404, and a bad theme, range or label is the default', async () => {
    const { id } = await operator.bot();
    for (const path of [`/badge/${id}/servers.svg`, `/chart/${id}/users.svg`, `/b/${id}`]) {
      const refused = await api.send({ method: 'POST', path, body: '{}' });
      expect([refused.status, refused.header('allow')]).toEqual([405, 'GET, HEAD']);
    }
    for (const path of [
      `/badge/1/servers.svg`,
      `/badge/${id}/owner.svg`,
      `/chart/${id}/quota.svg`,
      '/b/x',
      `/badge/${id}`,
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    const plain = (await get(`/badge/${id}/users.svg`)).text;
    for (const query of [
      'theme=red',
      'range=1y',
      `label=${'x'.repeat(33)}`,
      'label=%00',
      'label=%E2%80%AE',
      'label=%EF%BF%BE',
      'label=a%EF%BF%BF',
      'label=%E2%80%8B',
      'label=',
    ])
      expect([query, (await get(`/badge/${id}/users.svg?${query}`)).text]).toEqual([query, plain]);
    const labelled = (await get(`/badge/${id}/users.svg?label=%3Cb%3E%22`)).text;
    expect(labelled).toContain('&#60;b&#62;&#34;');
    expect(labelled).not.toContain('<b>');
  });
});
