import type { AddressInfo } from 'node:net';
import next from 'next';
import { openContainer, readEnv, shareContainer } from '@/lib/container';
import { drain } from './drain';
import { firstRun } from './first-run';
import { createFrontDoor } from './front-door';
import { lightResponse } from './light-response';
import { startUpkeep } from './upkeep';

/** Starts the service in the current folder: database, pages, front door. Resolves once it listens. */
export async function start(): Promise<void> {
  const env = readEnv();
  const container = await openContainer(env, { Response: lightResponse() });
  shareContainer(container);

  const app = next({ dev: false, dir: process.cwd() });
  await app.prepare();
  const server = createFrontDoor(container.api, env, app.getRequestHandler());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: env.port, ...(env.host !== undefined && { host: env.host }) }, resolve);
  });

  const { port } = server.address() as AddressInfo;
  const origin = env.appUrl ?? `http://localhost:${port}`;
  const setupLink = await firstRun(container, origin);
  process.stdout.write(`Botmeter listens on ${origin}\n`);
  if (setupLink !== null) process.stdout.write(`Create the first admin at ${setupLink}\n`);

  const stopUpkeep = startUpkeep(container);
  const stop = async () => {
    stopUpkeep();
    await drain(server);
    await container.close();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}
