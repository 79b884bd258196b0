import { expect, it } from 'vitest';
import { HELD_MAX } from '@/lib/domain/reports/decide';
import { figure, IS_SOAK, size } from '../../support/fault/campaign';
import { residentBytes } from '../../support/fault/memory';
import { serve, suiteFolder, suitePostgres } from '../../support/fault/serve';
import { open } from '../../support/process/http';
import { openRawDatabase } from '../../support/process/raw-database';
import { reportRequest } from '../../support/process/requests';
import { METRICS_TOKEN, TOPIC } from './service-with-bots';

const EARLY_MS = 4_900;
const INTERVAL_MS = 60_000;
/** A busy machine may send no more than this many before the first of them is due. */
const SENT_MIN = 1_000;
/** Sent at once: as many as a small pool of database connections serves before its time-out. */
const WAVE = 250;
const MB = 2 ** 20;

const folder = suiteFolder();
const postgres = suitePostgres();

it.each([
  ['SQLite', () => `file:${folder}/botmeter.db`, size(2_500, HELD_MAX + 500)],
  // The most that are held is of SQLite's row.
  ['PostgreSQL', () => postgres().url, SENT_MIN],
] as const)(
  'bots that report together a little early are all served, on %s',
  async (name, databaseUrl, count) => {
    const url = databaseUrl();
    const { service, operator, client, stop } = await serve(url, {
      env: { METRICS_TOKEN, REPORT_HOLD_MS: '5000' },
    });
    const bots = await operator.bots(count, 'business');
    const held = async () => {
      const { text } = await client.send({
        path: '/api/metrics',
        headers: { Authorization: `Bearer ${METRICS_TOKEN}` },
      });
      return Number(/^botmeter_reports_held (\d+)$/m.exec(text)?.[1]);
    };
    const sockets = await Promise.all(bots.map(() => open(service.port)));
    const responses = sockets.map(
      (socket) =>
        new Promise<string>((resolve) => {
          socket
            .setEncoding('latin1')
            .once('data', resolve)
            .once('close', () => resolve(''));
        }),
    );
    const before = residentBytes(service);
    const database = openRawDatabase(url);
    const atMs = Date.now() - INTERVAL_MS + EARLY_MS;
    await database.run(
      `UPDATE bots SET ${database.bumpVersion}last_report_at_ms = ?, server_count = 1, user_count = 1, shard_count = 1`,
      atMs,
    );
    await database.close();
    const sendUntil = performance.now() + (IS_SOAK ? Infinity : EARLY_MS / 2);
    let most = 0;
    let sent = 0;
    while (sent < count && (sent < SENT_MIN || performance.now() < sendUntil)) {
      for (const [i, bot] of bots.slice(sent, sent + WAVE).entries()) {
        const { method, path, headers, body } = reportRequest(bot);
        const fields = { Host: 'localhost', ...headers, 'Content-Length': String(body.length) };
        const lines = Object.entries(fields).map(([field, value]) => `${field}: ${value}`);
        sockets[sent + i]?.write([`${method} ${path} HTTP/1.1`, ...lines, '', body].join('\r\n'));
      }
      sent = Math.min(sent + WAVE, count);
      await expect.poll(held, { interval: 5 }).toBeGreaterThanOrEqual(Math.min(sent, HELD_MAX));
      most = await held();
    }
    const grown = residentBytes(service) - before;
    const all = await Promise.all(responses.slice(0, sent));
    for (const socket of sockets) socket.destroy();
    const served = all.filter((text) => text.startsWith('HTTP/1.1 200'));
    const refused = all.filter((text) => /^HTTP\/1\.1 429.*\r\nRetry-After: \d/is.test(text));
    expect([most, served.length, refused.length]).toEqual([
      Math.min(sent, HELD_MAX),
      Math.min(sent, HELD_MAX),
      Math.max(0, sent - HELD_MAX),
    ]);
    figure(
      TOPIC,
      `reports held together (${name})`,
      `${most}; resident memory grew by ${Math.ceil(grown / MB)} MB`,
    );
    await stop();
  },
);
