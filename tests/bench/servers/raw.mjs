import { createServer } from 'node:http';
import { groupedCalls } from './by-hand/group.mjs';
import { checkedReport, keyHashOf } from './by-hand/request.mjs';

/** `node:http` and better-sqlite3 without a framework: the upper limit. The same transaction with the same durability. */

const enqueue = groupedCalls();

const send =
  (/** @type {import('node:http').ServerResponse} */ response) =>
  (/** @type {import('./by-hand/group.mjs').Decision} */ { status, headers, body }) => {
    const text = JSON.stringify(body);
    response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(text) });
    response.end(text);
  };

function parsed(/** @type {Buffer[]} */ chunks) {
  try {
    return checkedReport(JSON.parse(Buffer.concat(chunks).toString()));
  } catch {
    return null;
  }
}

createServer((request, response) => {
  const keyHash = keyHashOf(request.headers.authorization);
  const onDecided = send(response);
  if (request.url === '/api/v1/usage' && request.method === 'GET') return enqueue({ keyHash, onDecided });
  if (request.url !== '/api/v1/bots/stats' || request.method !== 'POST') return response.writeHead(404).end();
  /** @type {Buffer[]} */
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => enqueue({ keyHash, report: parsed(chunks), onDecided }));
}).listen(Number(process.env.PORT), process.env.HOST);
