import { expect, it } from 'vitest';
import { composeKey } from '@/lib/domain/keys/key-text';
import { suitePostgres } from '../../support/fault/serve';
import { Client } from '../../support/process/http';
import { usageRequest } from '../../support/process/requests';
import { testService } from '../../support/process/test-resources';

const postgres = suitePostgres();

it('a key with a wrong checksum is refused without a database query', async () => {
  const { port } = await testService({ databaseUrl: postgres().url });
  const client = new Client(port);
  await postgres().halt('SIGQUIT');
  const statusOf = async (key: string) => (await client.send(usageRequest({ key }))).status;
  const wellFormed = composeKey('a'.repeat(32));
  const wrong = `${wellFormed.slice(0, -1)}${wellFormed.endsWith('0') ? '1' : '0'}`;
  expect([await statusOf(wrong), await statusOf(wellFormed)]).toEqual([401, 503]);
  client.close();
});
