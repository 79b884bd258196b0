import { createServer } from 'node:http';

/**
 * `node:http` alone: it reads the body of a report, and answers with as many bytes as the product does. No server of this
 * kind can answer faster.
 */

const REPORT = Buffer.alloc(250, ' ');
const USAGE = Buffer.alloc(3_300, ' ');
const HEADERS = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' };

createServer((request, response) => {
  const body = request.method === 'POST' ? REPORT : USAGE;
  request.resume().on('end', () => {
    response.writeHead(200, { ...HEADERS, 'Content-Length': body.length });
    response.end(body);
  });
}).listen(Number(process.env.PORT), process.env.HOST);
