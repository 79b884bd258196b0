import { createRequire } from 'node:module';
import { call } from './by-hand/call.mjs';
import { checkedReport, keyHashOf } from './by-hand/request.mjs';
import { openDatabase } from './by-hand/sqlite.mjs';

/** Fastify with one transaction and one commit per request. */

const fastify = createRequire(import.meta.url)('fastify');
const sql = openDatabase();
const app = fastify({ bodyLimit: 16_384 });

app.post('/api/v1/bots/stats', (/** @type {any} */ request, /** @type {any} */ reply) => {
  const report = checkedReport(request.body);
  const { status, headers, body } = sql.transaction(() =>
    call(sql, keyHashOf(request.headers.authorization), report),
  );
  reply.code(status).headers(headers).send(body);
});
app.get('/api/v1/usage', (/** @type {any} */ request, /** @type {any} */ reply) => {
  const { status, headers, body } = sql.transaction(() =>
    call(sql, keyHashOf(request.headers.authorization)),
  );
  reply.code(status).headers(headers).send(body);
});
await app.listen({ port: Number(process.env.PORT), host: process.env.HOST });
