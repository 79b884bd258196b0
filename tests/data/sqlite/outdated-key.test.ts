import { expect, it, onTestFinished } from 'vitest';
import { createApi } from '@/lib/api/api';
import { respondToRequest } from '@/lib/api/web-edge';
import { SqliteDirectory } from '@/lib/data/sqlite/directory';
import { connect, openSqlite } from '@/lib/data/sqlite/open';
import { SqliteStore } from '@/lib/data/sqlite/store';
import { WriteLock } from '@/lib/data/sqlite/write-lock';
import { BOT_ID, T0 } from '@/tests/support/data/accounts';
import { register } from '@/tests/support/data/fixtures';
import { OTHER_PORTS } from '@/tests/support/data/ports';
import { scratch } from '@/tests/support/data/sqlite-files';

/** An API that a bot has called before, and another process's connection to its database. */
async function apiThatKnows() {
  const { file, remove } = scratch();
  const clock = () => T0;
  const database = openSqlite(file);
  const store = new SqliteStore(database, new WriteLock(), clock);
  const other = new SqliteDirectory(connect(file), database, new WriteLock(), clock);
  onTestFinished(async () => {
    await Promise.all([store.close(), other.close()]);
    remove();
  });
  const { secrets } = OTHER_PORTS;
  const deps = {
    ...OTHER_PORTS,
    store,
    directory: other,
    hashKey: secrets.hash,
    newRequestId: secrets.newId,
  };
  const api = createApi({ ...deps, onError: () => {} });
  const { key, keyId } = await register(other);
  const call = async (path: string, init: RequestInit = {}) => {
    const request = new Request(`http://localhost${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    });
    const response = await respondToRequest(api, request);
    return `${response.status} ${(await response.json()).error ?? ''} ${response.headers.get('RateLimit') ?? ''}`;
  };
  expect(await call('/api/v1/usage')).toMatch(/^200 /);
  const life = { expiresAtMs: null, revokedAtMs: T0 };
  return {
    database,
    read: () => call('/api/v1/usage'),
    report: (body = JSON.stringify({ botId: BOT_ID, serverCount: 1, userCount: 1 })) =>
      call('/api/v1/bots/stats', { method: 'POST', body }),
    revoke: () => other.write([], ({ keys }) => keys.setLife(keyId, life)),
    disable: (isDisabled: boolean) =>
      other.write([], ({ bots }) => bots.update(BOT_ID, { isDisabled, enabledAtMs: T0 }, T0)),
    upgrade: () => other.write([], ({ bots }) => bots.update(BOT_ID, { plan: 'business' }, T0)),
  };
}

it('a key that another process revokes is refused at once, whatever it sends', async () => {
  for (const next of ['read', 'report', 'faulty report'] as const) {
    const api = await apiThatKnows();
    await api.revoke();
    const calls = { ...api, 'faulty report': () => api.report('{') };
    expect(await calls[next]()).toBe('401 invalid_key ');
  }
});

it('a bot that another process disables is refused at once, and served at once when it is enabled', async () => {
  const api = await apiThatKnows();
  await api.disable(true);
  expect(await api.report('{')).toMatch(/^403 bot_disabled "quota";r=1499/);
  expect(await api.read()).toMatch(/^403 /);
  await api.disable(false);
  expect(await api.report()).toMatch(/^200 /);
});

it('another plan holds at once', async () => {
  const api = await apiThatKnows();
  await api.upgrade();
  expect(await api.report('{')).toMatch('400 invalid_json "quota";r=99999');
});

it('while the database cannot be written, only what it has now is answered', async () => {
  const api = await apiThatKnows();
  await api.upgrade();
  api.database.pragma('query_only = ON');
  expect(await api.read()).toMatch('503 storage_unavailable "quota";r=99999');
  await api.revoke();
  expect(await api.read()).toBe('401 invalid_key ');
});
