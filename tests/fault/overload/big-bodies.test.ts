import { expect, it } from 'vitest';
import { figure, size } from '../../support/fault/campaign';
import { exchange } from '../../support/process/raw-socket';
import { bearer, REPORT_PATH } from '../../support/process/requests';
import { startHostile } from './hostile';
import { expectServed, lasting, startServiceWithBots, TOPIC } from './service-with-bots';

const LASTS_MS = size(4_000, 60_000);
const COUNT = size(50, 1_000);

it.each([
  { path: REPORT_PATH, from: 'a valid key', isValid: true },
  { path: REPORT_PATH, from: 'no key', isValid: false },
  { path: '/login', from: 'no key', isValid: false },
])(
  'serves well-behaved clients beside 100 bodies of 10 MB a second at $path with $from',
  {
    timeout: LASTS_MS + 60_000,
  },
  async ({ path, from, isValid }) => {
    const on = await startServiceWithBots();
    const [bot] = await on.operator.bots(1, 'business');
    const authorization = isValid && bot !== undefined ? bearer(bot).Authorization : '';
    const hostile = await startHostile({
      kind: 'big-bodies',
      path,
      authorization,
      port: on.service.port,
      count: COUNT,
    });
    const served = await expectServed(on, lasting(LASTS_MS));
    const { opened, statuses } = await hostile.stop();
    expect(opened).toBeGreaterThanOrEqual(COUNT);
    // Some clients lose the answer, because they go on sending after it; no one gets another.
    expect(Object.keys(statuses)).toEqual([path === REPORT_PATH && !isValid ? '401' : '413']);
    figure(TOPIC, `10 MB bodies at 100/s, ${path} with ${from}`, `${opened} bodies; ${served}`);
  },
);

it('refuses a body of over 64 KiB for a page before it is sent, and takes one of 64 KiB', async () => {
  const { service } = await startServiceWithBots();
  const post = (bytes: number, body: string) =>
    exchange(
      service.port,
      `POST /login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${bytes}\r\n\r\n${body}`,
    );
  expect((await post(65_537, '')).status).toBe(413);
  expect((await post(65_536, 'x'.repeat(65_536))).status).not.toBe(413);
});
