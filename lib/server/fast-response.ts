import { getRequestListener } from '@hono/node-server';

/**
 * Returns the Response class of @hono/node-server, which it can send without a stream. The library offers it only by
 * replacing the global Response. Next needs the original, so it is put back.
 */
export function fastResponse(): typeof Response {
  const platform = { Request: globalThis.Request, Response: globalThis.Response };
  getRequestListener(() => new Response(), { overrideGlobalObjects: true });
  const light = globalThis.Response;
  for (const [name, value] of Object.entries(platform)) Object.defineProperty(globalThis, name, { value });
  return light;
}
