import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import next from 'next';
import { type Container, openContainer, readEnv, shareContainer } from '@/lib/container';
import type { Env } from '@/lib/env';
import { drain } from './drain';
import { firstRun } from './first-run';
import { createFrontDoor } from './front-door';
import { lightResponse } from './light-response';
import { tellNextAddress } from './own-address';
import { startUpkeep } from './upkeep';

export type Running = {
  readonly origin: string;
  readonly container: Container;
  readonly stop: () => Promise<void>;
};

/** Starts the service in the current folder: database, pages, front door. Resolves once it listens. */
export async function start(env: Env): Promise<Running> {
  const container = await openContainer(env, { Response: lightResponse() });
  shareContainer(container);

  // Next would listen for upgrades on the server of its first request, and drop those, HTTP/2's included; so it gets
  // a server that never listens.
  const app = next({ dev: false, dir: process.cwd(), httpServer: createServer() });
  await app.prepare();
  const { server, connections } = createFrontDoor(container, app.getRequestHandler());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: env.port, ...(env.host !== undefined && { host: env.host }) }, resolve);
  });
  // Descriptors can run out all the same, in the whole system for one; others will be free again.
  server.on('error', (error) => container.log.error({ err: error }, 'a connection could not be taken'));
  const address = server.address() as AddressInfo;
  tellNextAddress(address);
  const stopUpkeep = startUpkeep(container);
  return {
    origin: env.appUrl ?? `http://localhost:${address.port}`,
    container,
    stop: async () => {
      stopUpkeep();
      await drain(server, connections);
      await container.close();
    },
  };
}

/** `npm start`: runs until SIGTERM or SIGINT. */
export async function serve(): Promise<void> {
  const { origin, container, stop } = await start(readEnv());
  // At once: calls are being answered already.
  stopOnSignal(stop);
  const setupLink = await firstRun(container, origin);
  process.stdout.write(`Botmeter listens on ${origin}\n`);
  if (setupLink !== null) process.stdout.write(`Create the first admin at ${setupLink}\n`);
}

/** Stops once, on the first SIGTERM or SIGINT, and ends the process. */
export function stopOnSignal(stop: () => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void stop().then(() => process.exit(0)));
  }
}
