import { expect, it } from 'vitest';
import { figure, size } from '../../support/fault/campaign';
import { startHostile } from './hostile';
import {
  eventually,
  expectServed,
  lasting,
  openDescriptors,
  startServiceWithBots,
  TOPIC,
} from './service-with-bots';

const CONNECTIONS = size(1_000, 10_000);
const LASTS_MS = size(3_000, 45_000);

it.each(['idle', 'silent'] as const)(
  `serves well-behaved clients beside ${CONNECTIONS} %s connections, and forgets those when they are gone`,
  { timeout: LASTS_MS + 60_000 },
  async (kind) => {
    const on = await startServiceWithBots();
    const descriptors = openDescriptors(on.service);
    const hostile = await startHostile({
      kind,
      port: on.service.port,
      count: CONNECTIONS,
      path: '/api/health/live',
    });
    const served = await expectServed(on, lasting(LASTS_MS));
    const held = openDescriptors(on.service) - descriptors;
    // Silent ones are ended by the server after ten seconds, and made anew.
    expect(held).toBeGreaterThan(kind === 'idle' ? CONNECTIONS * 0.95 : CONNECTIONS / 2);
    await hostile.stop();
    // Up to a few files that Node keeps open once they were needed.
    await eventually(() => openDescriptors(on.service) <= descriptors + 3, 5_000);
    figure(TOPIC, `${CONNECTIONS} ${kind} connections`, served);
  },
);
