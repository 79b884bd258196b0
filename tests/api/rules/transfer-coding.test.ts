import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { onOneServer } from '@/tests/support/process/api-server';
import { exchange, rawHeader } from '@/tests/support/process/http';
import { REPORT_PATH, report } from '@/tests/support/process/requests';

/** A body that was compressed for the way must not be read as if it were not (RFC 9112, section 6.1). */

onOneServer((api) => {
  it.each(['gzip, chunked', 'deflate,chunked', 'GZIP, Chunked', 'gzip, gzip, chunked'])(
    'refuses the Transfer-Encoding %s with 501, counts nothing and closes the connection',
    async (coding) => {
      const bot = await api.operator.bot();
      const body = gzipSync(JSON.stringify(report(bot)));
      for (const path of [REPORT_PATH, '/login', '/nothing']) {
        const head = [
          `POST ${path} HTTP/1.1`,
          'Host: x',
          `Authorization: Bearer ${bot.key}`,
          'Content-Type: application/json',
          `Transfer-Encoding: ${coding}`,
        ].join('\r\n');
        const framed = [Buffer.from(`${head}\r\n\r\n${body.length.toString(16)}\r\n`), body];
        // A second request on the connection must not be served: it would not be known where it starts.
        const next = Buffer.from('\r\n0\r\n\r\nGET /api/health/live HTTP/1.1\r\nHost: x\r\n\r\n');
        const response = await exchange(api.port, Buffer.concat([...framed, next]));
        expect([response.status, rawHeader(response, 'Connection')], path).toEqual([501, 'close']);
        expect(response.text.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
      }
      expect(await api.operator.state(bot.id)).toMatchObject({ used: 0, rejected: 0, reports: [] });
    },
  );

  it('accepts chunked in any case', async () => {
    const bot = await api.operator.bot();
    const body = JSON.stringify(report(bot));
    const head = `POST ${REPORT_PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${bot.key}\r\nContent-Type: application/json\r\nConnection: close\r\nTransfer-Encoding: Chunked\r\n\r\n`;
    const framed = `${head}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    expect((await exchange(api.port, Buffer.from(framed))).status).toBe(200);
  });
});
