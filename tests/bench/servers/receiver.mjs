import { createServer } from 'node:http';
import { HOST } from './process.mjs';

/** A process with a receiver of webhooks. Sends its port, and on request how many have arrived since the last one. */
let arrivals = 0;

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    arrivals++;
    response.writeHead(204).end();
  });
});
server.listen(0, HOST, () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : null);
});
process.on('message', () => {
  process.send?.(arrivals);
  arrivals = 0;
});
process.on('disconnect', () => process.exit(0));
