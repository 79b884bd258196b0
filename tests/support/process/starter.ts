import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses of the runner: each starts something that tests need, and answers when it is there. */
    starters: readonly string[];
  }
}

/**
 * Calls `start` before the first test of a project (tests.setup.ts), and what it returns after the last one. While
 * tests are only listed nothing is started, although Vitest runs the project's setup.
 */
export async function startForTests(
  project: TestProject,
  start: () => Promise<() => Promise<void>>,
): Promise<() => Promise<void>> {
  let started: Promise<() => Promise<void>> | undefined;
  const server = createServer(async (_, response) => {
    started ??= start();
    const failure = await started.then(
      () => null,
      (error: Error) => error.stack ?? error.message,
    );
    response.writeHead(failure === null ? 200 : 500).end(failure);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { starters = [] } = project.getProvidedContext();
  project.provide('starters', [...starters, `http://127.0.0.1:${port}`]);
  return async () => {
    server.close();
    const stop = await started?.catch(() => undefined);
    await stop?.();
  };
}
