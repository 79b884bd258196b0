import { expect, it } from 'vitest';
import { PLANS } from '@/lib/domain/quota/plan';
import { type ApiServer, onEveryServer } from '../../support/process/api-server';
import { exchange, open } from '../../support/process/http';
import { bearer, REPORT_PATH, report, USAGE_PATH } from '../../support/process/requests';

const INTERVAL = PLANS.business.intervalMinutes * 60_000;

/** A bot whose next report is due in `earlyMs`. */
async function earlyBot({ operator }: ApiServer, earlyMs: number) {
  const bot = await operator.bot({ plan: 'business' });
  const dueMs = Date.now() + earlyMs;
  await operator.setLastReport(bot.id, dueMs - INTERVAL);
  return { ...bot, dueMs };
}
type Bot = Awaited<ReturnType<typeof earlyBot>>;

const call = (method: string, path: string, { key }: Bot, body = '') =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: ${bearer({ key }).Authorization}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
const reportCall = (bot: Bot, fields = {}) =>
  call('POST', REPORT_PATH, bot, JSON.stringify(report(bot, fields)));

onEveryServer((api) => {
  it('is accepted when it is due if it is a little early, and then no other until the next interval', async () => {
    const bot = await earlyBot(api, 800);
    const response = await api.report(bot);
    const { reports, ...counts } = await api.operator.state(bot.id);
    expect(response.status).toBe(200);
    expect(counts).toMatchObject({ used: 1, rejected: 0 });
    expect(reports[0]?.atMs).toBeGreaterThanOrEqual(bot.dueMs);
    expect((await api.report(bot)).status).toBe(429);
  });

  it('is the only one that is held: another one is refused, with the wait', async () => {
    const bot = await earlyBot(api, 1_800);
    const responses = await Promise.all([api.report(bot), api.report(bot)]);
    const [accepted, refused] = responses.sort((a, b) => a.status - b.status);
    expect([accepted?.status, refused?.status]).toEqual([200, 429]);
    expect(['1', '2']).toContain(refused?.header('retry-after'));
  });

  it('counts nothing if its client leaves', async () => {
    const bot = await earlyBot(api, 1_500);
    (await open(api.port)).end(reportCall(bot, { serverCount: 77 }));
    // Refused as long as the other one has the bot's place; if that one were accepted, until the next interval.
    await expect.poll(async () => (await api.report(bot)).status, { interval: 20 }).toBe(200);
    expect(await api.operator.state(bot.id)).toMatchObject({ used: 1, reports: [{ serverCount: 4 }] });
  });
});

onEveryServer((api) => {
  it('whose client ends its sending side counts nothing; every other call on the connection is served', async () => {
    const bot = await earlyBot(api, 1_800);
    const usage = call('GET', USAGE_PATH, bot);
    const sent = usage + reportCall(bot) + usage.repeat(2);
    const { text } = await exchange(api.port, (socket) => socket.end(sent));
    expect(text.match(/HTTP\/1\.1 \d+/g)?.map((line) => Number(line.slice(9)))).toEqual([200, 429, 200, 200]);
    expect(Date.now()).toBeLessThan(bot.dueMs);
    expect(await api.operator.state(bot.id)).toMatchObject({ used: 3, rejected: 0, reports: [] });
    expect(await api.operator.refusedCalls(bot.id)).toEqual([]);
  });

  it('holds up no call behind it longer than until it is due', async () => {
    const bot = await earlyBot(api, 700);
    const last = call('GET', USAGE_PATH, bot).replace('Host', 'Connection: close\r\nHost');
    const { text } = await exchange(api.port, reportCall(bot) + last);
    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
    expect(Date.now()).toBeLessThan(bot.dueMs + 5_000);
  });
});
