import { expect } from 'vitest';
import { expectFailure } from '../../support/process/envelope';
import { onSeparateServers } from '../../support/process/locked-storage';

onSeparateServers(
  'is not ready while nothing can be committed, is live, and is ready again afterwards',
  async (site) => {
    const ready = () => site.send({ path: '/api/health/ready' });
    const release = await site.operator.holdWriteLock();
    // Responses may be cached for one second.
    let answer = await ready();
    while (answer.status === 200) answer = await ready();
    expectFailure(answer, 'storage_unavailable', { isAuthenticated: false });
    expect((await site.send({ path: '/api/health/live' })).status).toBe(200);
    await release();
    while (answer.status === 503) answer = await ready();
    expect(answer.json()).toEqual({ success: true, data: { status: 'ready' } });
  },
);
