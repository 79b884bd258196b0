import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SimulatedService } from './simulated-service';
import { VirtualTime } from './virtual-time';

/** The simulated service behind a real HTTP server; its time stands still. */
export async function openHttpService() {
  const service = new SimulatedService(new VirtualTime(), 'business');
  const bodies: unknown[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (body !== '') bodies.push(JSON.parse(body));
    const url = `http://service.test${request.url}`;
    const answer = await service.fetch(url, { method: request.method ?? 'GET', body });
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    service,
    /** Reports as they arrived. */
    bodies,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
