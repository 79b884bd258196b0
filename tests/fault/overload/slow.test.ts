import { expect, it } from 'vitest';
import { figure, size } from '../../support/fault/campaign';
import { exchange, rawRequest } from '../../support/process/raw-socket';
import { bearer, REPORT_PATH, USAGE_PATH } from '../../support/process/requests';
import { startHostile } from './hostile';
import { expectServed, lasting, startServiceWithBots, TOPIC } from './service-with-bots';

const CONNECTIONS = size(200, 2_000);
const LASTS_MS = size(3_000, 45_000);
/** Node's own bounds, which front-door.ts sets, and a second for each look at the clock and for this process. */
const HEADERS_MAX_MS = 12_000;

const KINDS = [
  { kind: 'slow-headers', path: USAGE_PATH },
  { kind: 'slow-bodies', path: REPORT_PATH },
  { kind: 'slow-bodies', path: '/login' },
  { kind: 'slow-readers', path: '/api/openapi.json' },
  { kind: 'slow-readers', path: '/docs' },
] as const;

it.each(KINDS)(
  `serves well-behaved clients beside ${CONNECTIONS} $kind at $path`,
  {
    timeout: LASTS_MS + 60_000,
  },
  async ({ kind, path }) => {
    const on = await startServiceWithBots();
    const [bot] = await on.operator.bots(1, 'business');
    const authorization = bot === undefined ? '' : bearer(bot).Authorization;
    // What it costs when nothing is compiled yet is another matter.
    for (let i = 0; i < 5; i++) await exchange(on.service.port, rawRequest(path));
    const hostile = await startHostile({
      ...{ kind, path, authorization, port: on.service.port },
      count: CONNECTIONS,
    });
    const served = await expectServed(on, lasting(LASTS_MS));
    const { opened } = await hostile.stop();
    expect(opened).toBeGreaterThanOrEqual(CONNECTIONS);
    figure(TOPIC, `${CONNECTIONS} ${kind} at ${path}`, served);
  },
);

it('ends a connection whose headers do not come, or nothing at all, with 408 within 12 s', async () => {
  const { service } = await startServiceWithBots();
  const startedAt = performance.now();
  const answers = await Promise.all([
    exchange(service.port, ''),
    exchange(service.port, 'GET / HTTP/1.1\r\nHost: localhost\r\n'),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([408, 408]);
  expect(performance.now() - startedAt).toBeLessThan(HEADERS_MAX_MS);
});
