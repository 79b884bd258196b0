import { getRequestListener } from '@hono/node-server';

/**
 * The listener's own Response class, which it can send without going through a stream. The library offers it only by
 * replacing the platform's, which Next relies on; so it is taken from there and the platform's put back.
 */
export function lightResponse(): typeof Response {
  const platform = { Request: globalThis.Request, Response: globalThis.Response };
  getRequestListener(() => new Response(), { overrideGlobalObjects: true });
  const light = globalThis.Response;
  for (const [name, value] of Object.entries(platform)) Object.defineProperty(globalThis, name, { value });
  return light;
}
