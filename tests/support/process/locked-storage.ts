import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { ApiServer } from './api-server';
import { createDatabase } from './database-url';
import { expectFailure, rateLimitOf } from './envelope';
import type { HttpResponse } from './http';
import { createOwner, type TestBot } from './operator';
import { SETUPS } from './servers.setup';
import { startService, stopService } from './service';

/** Runs a test on separate servers and databases, so that it does not disturb other tests. */
export function onSeparateServers(title: string, test: (site: ApiServer) => Promise<void>): void {
  it.concurrent.each(SETUPS)(`under $server on $database: ${title}`, async (setup) => {
    const folder = mkdtempSync(join(tmpdir(), 'botmeter-locked-'));
    const databaseUrl =
      setup.database === 'SQLite'
        ? `file:${join(folder, 'botmeter.db')}`
        : await createDatabase(inject('postgresUrl'));
    const service = await startService({ server: setup.server, databaseUrl });
    await createOwner(databaseUrl);
    const site = new ApiServer({ ...setup, port: service.port, databaseUrl });
    try {
      await test(site);
    } finally {
      await site.close();
      await stopService(service);
      rmSync(folder, { recursive: true });
    }
  });
}

/** Tests the response to a metered call while another process holds the write lock. */
export function answersLockedStorage(call: (site: ApiServer, bot: TestBot) => Promise<HttpResponse>): void {
  onSeparateServers(
    'answers 503 while nothing can be committed, counts nothing, and serves again afterwards',
    async (site) => {
      const bot = await site.operator.bot();
      const before = await site.operator.rows(bot.id);
      const release = await site.operator.holdWriteLock();
      const [answer, same, live] = await Promise.all([
        call(site, bot),
        call(site, bot),
        site.send({ path: '/api/health/live' }),
      ]);
      await release();
      for (const refused of [answer, same]) {
        expectFailure(refused, 'storage_unavailable', { isAuthenticated: true });
        expect(rateLimitOf(refused)).toMatchObject({ quota: { r: 1_500 }, interval: { r: 1, t: 0 } });
      }
      expect(live.status).toBe(200);
      expect(await site.operator.rows(bot.id)).toEqual(before);

      expect((await call(site, bot)).status).toBe(200);
      expect(await site.operator.state(bot.id)).toMatchObject({ used: 1, calls: 1, rejected: 0 });
    },
  );
}
