import { createServer } from 'node:http';
import { call } from './by-hand/call.mjs';
import { checkedReport, keyHashOf } from './by-hand/request.mjs';
import { openDatabase } from './by-hand/sqlite.mjs';

/**
 * `node:http` and better-sqlite3 without a framework: the upper limit. The same transaction with the same durability; all
 * calls of one turn of the event loop share a commit, as in the product.
 */

const sql = openDatabase();

/** @typedef {{ keyHash: string | null, report?: import('./by-hand/request.mjs').Report | null, response: import('node:http').ServerResponse }} Pending */
/** @type {Pending[]} */
let queue = [];

function commitAll() {
  const group = queue;
  queue = [];
  sql.begin.run();
  const decisions = group.map(({ keyHash, report }) => call(sql, keyHash, report));
  sql.commit.run();
  group.forEach(({ response }, i) => {
    const { status, headers, body } = decisions[i] ?? { status: 500, headers: {}, body: {} };
    const text = JSON.stringify(body);
    response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(text) });
    response.end(text);
  });
}

function enqueue(/** @type {Pending} */ pending) {
  if (queue.length === 0) setImmediate(commitAll);
  queue.push(pending);
}

function parsed(/** @type {Buffer[]} */ chunks) {
  try {
    return checkedReport(JSON.parse(Buffer.concat(chunks).toString()));
  } catch {
    return null;
  }
}

createServer((request, response) => {
  const keyHash = keyHashOf(request.headers.authorization);
  if (request.url === '/api/v1/usage' && request.method === 'GET') return enqueue({ keyHash, response });
  if (request.url !== '/api/v1/bots/stats' || request.method !== 'POST') return response.writeHead(404).end();
  /** @type {Buffer[]} */
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => enqueue({ keyHash, report: parsed(chunks), response }));
}).listen(Number(process.env.PORT), process.env.HOST);
