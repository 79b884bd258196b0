import { expect, it } from 'vitest';
import { composeKey } from '@/lib/domain/api-key';
import { ATTEMPTS_MAX } from '@/lib/domain/throttle';
import { BrowserJar } from '../../support/browser-jar';
import { figure, randomFrom, SEED } from '../../support/fault/campaign';
import { Client } from '../../support/process/http';
import { reportRequest, usageRequest } from '../../support/process/requests';
import { startServiceWithBots, TOPIC } from './service-with-bots';

const WRONG_KEYS = 1_000;

it(`${WRONG_KEYS} wrong keys and ${ATTEMPTS_MAX.address} failed sign-ins from an address do not affect a valid key from it`, {
  timeout: 60_000,
}, async () => {
  const { service, bots } = await startServiceWithBots();
  const below = randomFrom(SEED);
  const wrongKey = () => composeKey(Array.from({ length: 32 }, () => below(36).toString(36)).join(''));
  const client = new Client(service.port);
  for (let i = 0; i < WRONG_KEYS; i++) {
    expect((await client.send(usageRequest({ key: wrongKey() }))).status).toBe(401);
  }
  const browser = new BrowserJar(`http://localhost:${service.port}`);
  const signIn = async (i: number) =>
    (await browser.signIn(`nobody${i}@example.org`, 'a wrong password')).url;
  for (let i = 0; i < ATTEMPTS_MAX.address; i++) expect(await signIn(i)).toContain('error=CredentialsSignin');
  expect(await signIn(ATTEMPTS_MAX.address)).toContain('error=throttled');

  const [bot] = bots;
  if (bot === undefined) throw new Error('There is no bot.');
  expect((await client.send(reportRequest(bot))).status).toBe(200);
  client.close();
  figure(
    TOPIC,
    `a valid key after ${WRONG_KEYS} wrong ones and ${ATTEMPTS_MAX.address} failed sign-ins`,
    '200',
  );
});
