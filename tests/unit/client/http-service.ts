import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SimulatedService } from './simulated-service';
import { VirtualTime } from './virtual-time';

/** The simulated service behind a real HTTP server; its clock does not move. */
export async function openHttpService() {
  const service = new SimulatedService(new VirtualTime(), 'business');
  const bodies: unknown[] = [];
  const server = createServer(async (request, reply) => {
    const body = await text(request);
    if (body !== '') bodies.push(JSON.parse(body));
    const url = `http://service.test${request.url}`;
    const response = await service.fetch(url, { method: request.method ?? 'GET', body });
    reply.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    service,
    /** The bodies of the reports, in order of arrival. */
    bodies,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
