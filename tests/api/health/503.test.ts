import { expect } from 'vitest';
import { expectFailure } from '../../support/process/envelope';
import { onSeparateServers } from '../../support/process/separate-servers';

onSeparateServers(
  'is not ready while nothing can be committed, is live, and is ready again afterwards',
  async (site) => {
    const ready = () => site.send({ path: '/api/health/ready' });
    const release = await site.operator.holdWriteLock();
    // Responses may be cached for one second.
    let response = await ready();
    while (response.status === 200) response = await ready();
    expectFailure(response, 'storage_unavailable');
    expect((await site.send({ path: '/api/health/live' })).status).toBe(200);
    await release();
    while (response.status === 503) response = await ready();
    expect(response.json()).toEqual({ success: true, data: { status: 'ready' } });
  },
);
