import { expect, it } from 'vitest';
import { figure, size } from '../../support/fault/campaign';
import { startHostile } from './hostile';
import { lasting, startServiceWithBots, TOPIC } from './service-with-bots';
import { expectPagesServed, visitedPages } from './visitor';

const LASTS_MS = size(6_000, 60_000);

it.each([
  { kind: 'unfinished', count: 40, path: '/login', attack: '40 unfinished POSTs a second' },
  { kind: 'looping', count: 300, path: '/docs', attack: '300 clients looping GET /docs' },
  { kind: 'looping', count: 300, path: '/login?notice=1', attack: '300 clients looping GET /login?notice=1' },
] as const)(
  'answers every page for another address beside $attack',
  { timeout: LASTS_MS + 120_000 },
  async ({ kind, count, path, attack }) => {
    const on = await startServiceWithBots();
    const pages = await visitedPages(on);
    const hostile = await startHostile({ kind, path, count, port: on.service.port });
    const served = await expectPagesServed(on, pages, lasting(LASTS_MS));
    const { opened } = await hostile.stop();
    expect(opened).toBeGreaterThanOrEqual(count);
    figure(TOPIC, attack, `${opened} requests; ${served}`);
  },
);
