import { botOfCall, idOf, keyOf } from '../seed/bots.mjs';

/** @typedef {'report' | 'usage'} Kind Of calls. */

/** The request of call number `call`, byte for byte, as a bot's HTTP client would send it. */
export function requestOf(/** @type {Kind} */ kind, /** @type {number} */ call, /** @type {number} */ bots) {
  const bot = botOfCall(call, bots);
  const body = JSON.stringify({
    botId: idOf(bot),
    serverCount: 4_000 + (call % 100),
    userCount: 273_000 + (call % 1_000),
    shardCount: 4,
  });
  const post = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  const common = `Host: localhost\r\nAuthorization: Bearer ${keyOf(bot)}\r\n`;
  const text = {
    report: `POST /api/v1/bots/stats HTTP/1.1\r\n${common}${post}`,
    usage: `GET /api/v1/usage HTTP/1.1\r\n${common}\r\n`,
  }[kind];
  return Buffer.from(text, 'latin1');
}
