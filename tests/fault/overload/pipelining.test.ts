import { expect, it } from 'vitest';
import { figure, IS_SOAK, size } from '../../support/fault/campaign';
import {
  HELD_MAX,
  liveBytes,
  MB,
  RESIDENT_GROWTH_MAX,
  residentBytes,
  UNDER_MEMORY_PROBE,
} from '../../support/fault/memory';
import { startHostile } from './hostile';
import { eventually, lasting, openSockets, startServiceWithBots, TOPIC } from './service-with-bots';
import { callDuring, expectServed } from './well-behaved';

const CONNECTIONS = 20;
const LASTS_MS = size(3_000, 45_000);
/** The heap grows to its usual size first, and Next loads the code of a page. */
const WARM_UP_MS = size(20_000, 30_000);
/** In the short form the machine may be busy with something else. */
const LONGEST_MAX_MS = size(2_000, 250);

/** The growth of resident memory: pages leave more garbage. */
const CALLS = { path: '/api/health/live', growthMax: RESIDENT_GROWTH_MAX };
const PAGES = { path: '/login', growthMax: 192 * MB };

// Rendering pages takes too long for a short run.
it.each(IS_SOAK ? [CALLS, PAGES] : [CALLS])(
  `serves well-behaved clients beside ${CONNECTIONS} connections that pipeline 200 000 requests for $path each and read nothing`,
  { timeout: LASTS_MS + 60_000 },
  async ({ path, growthMax }) => {
    const on = await startServiceWithBots(UNDER_MEMORY_PROBE);
    const { port } = on.service;
    const reader = await startHostile({ kind: 'looping', port, count: 1, targets: [{ path }] });
    await callDuring(port, await on.operator.bots(1_000, 'business'), lasting(WARM_UP_MS));
    await reader.stop();
    // By now the first runs of jobs have opened their connections.
    const sockets = openSockets(on.service);
    const heldBefore = await liveBytes(on.service);
    const before = residentBytes(on.service);
    let most = before;
    let held = Number.NaN;
    const sampling = setInterval(() => {
      most = Math.max(most, residentBytes(on.service));
    }, 50);
    let opened = 0;
    const attack = async () => {
      const hostile = await startHostile({
        kind: 'pipelining',
        port,
        count: CONNECTIONS,
        targets: [{ path }],
      });
      await lasting(LASTS_MS)();
      held = (await liveBytes(on.service)) - heldBefore;
      ({ opened } = await hostile.stop());
    };
    const served = await expectServed(on, attack, { longestMs: LONGEST_MAX_MS }).finally(() =>
      clearInterval(sampling),
    );
    expect(opened).toBeGreaterThanOrEqual(CONNECTIONS);
    expect(held).toBeLessThan(HELD_MAX);
    expect(most - before).toBeLessThan(growthMax);
    await eventually(() => openSockets(on.service) <= sockets + 5, 10_000);
    figure(
      TOPIC,
      `${CONNECTIONS} connections that pipeline 200 000 requests for ${path} each and read nothing`,
      `${opened} connections in all; ${served}; held ${Math.ceil(held / MB)} MB more at its end, resident memory grew by at most ${Math.ceil((most - before) / MB)} MB`,
    );
  },
);
