import { createRequire } from 'node:module';
import { groupedCalls } from './by-hand/group.mjs';
import { checkedReport, keyHashOf } from './by-hand/request.mjs';

/** Fastify with the group commit of `raw.mjs`. */

const fastify = createRequire(import.meta.url)('fastify');
const enqueue = groupedCalls();
const app = fastify({ bodyLimit: 16_384 });
const send = (/** @type {any} */ reply) => (/** @type {import('./by-hand/group.mjs').Decision} */ decision) =>
  reply.code(decision.status).headers(decision.headers).send(decision.body);

app.post('/api/v1/bots/stats', (/** @type {any} */ request, /** @type {any} */ reply) => {
  const keyHash = keyHashOf(request.headers.authorization);
  enqueue({ keyHash, report: checkedReport(request.body), onDecided: send(reply) });
});
app.get('/api/v1/usage', (/** @type {any} */ request, /** @type {any} */ reply) => {
  enqueue({ keyHash: keyHashOf(request.headers.authorization), onDecided: send(reply) });
});
await app.listen({ port: Number(process.env.PORT), host: process.env.HOST });
