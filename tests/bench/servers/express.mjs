import { createRequire } from 'node:module';
import { call } from './by-hand/call.mjs';
import { checkedReport, keyHashOf } from './by-hand/request.mjs';
import { openDatabase } from './by-hand/sqlite.mjs';

/** Express with one transaction and one commit per request. */

const express = createRequire(import.meta.url)('express');
const sql = openDatabase();
const app = express();

app.post(
  '/api/v1/bots/stats',
  express.json({ limit: 16_384 }),
  (/** @type {any} */ request, /** @type {any} */ response) => {
    const report = checkedReport(request.body);
    const { status, headers, body } = sql.transaction(() =>
      call(sql, keyHashOf(request.headers.authorization), report),
    );
    response.status(status).set(headers).json(body);
  },
);
app.get('/api/v1/usage', (/** @type {any} */ request, /** @type {any} */ response) => {
  const { status, headers, body } = sql.transaction(() =>
    call(sql, keyHashOf(request.headers.authorization)),
  );
  response.status(status).set(headers).json(body);
});
app.listen(Number(process.env.PORT), process.env.HOST);
