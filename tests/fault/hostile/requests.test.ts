import type { Socket } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { errorBody } from '@/lib/contract/responses';
import { ERROR_STATUS, type ErrorCode } from '@/lib/domain/reports/refusal';
import { figure, SEED, size } from '../../support/fault/campaign';
import { type Served, serve, suiteFolder } from '../../support/fault/serve';
import { createDatabase } from '../../support/process/database-url';
import { exchange } from '../../support/process/http';
import { newBotId, type TestBot } from '../../support/process/operator';
import { BOT_PLACEHOLDER, hostileRequest } from './requests';

const REQUESTS = size(900, 100_000);
const REQUESTS_PER_BOT = 25;
/** Bots whose requests are sent at the same time. */
const LANES = 6;
/** A request, and a second one in the bytes after its body. */
const REQUESTS_PER_CONNECTION_MAX = 2;
const RESPONSE_MAX_MS = 10_000;
/** How long a client whose body is incomplete waits for a response before it ends its side of the connection. */
const HALF_CLOSE_MS = 100;
/** The statuses with which Node's HTTP parser may refuse a request, without a body (contract section 5). */
const PARSER = [400, 408, 431];

const folder = suiteFolder();
/** A server on each kind of database. */
let servers: readonly Served[];
beforeAll(async () => {
  servers = [
    await serve(join(folder, 'botmeter.db')),
    await serve(await createDatabase(inject('postgresUrl'))),
  ];
});
afterAll(() => Promise.all(servers.map(({ stop }) => stop())));

/** Sends bytes; returns everything received until the server closes the connection. */
const textOf = async (port: number, bytes: Buffer): Promise<string> => {
  const sending = (socket: Socket) => {
    socket.write(bytes);
    setTimeout(() => socket.end(), HALF_CLOSE_MS);
    socket.once('data', () => socket.end());
  };
  return (await exchange(port, sending, RESPONSE_MAX_MS)).text;
};

type Response = { readonly status: number; readonly body: string };

/** The final responses on a connection. */
const responsesOf = (text: string): Response[] =>
  text
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((one) => one !== '' && !one.startsWith('HTTP/1.1 100 '))
    .map((one) => ({ status: Number(one.slice(9, 12)), body: one.slice(one.indexOf('\r\n\r\n') + 4) }));

/** What violates the contract in a response, or `null`. */
function faultOf({ status, body }: Response, request: string): string | null {
  // The one 5xx of the contract that is not about storage (section 5).
  if (status === 501 && body === '' && request.includes('Transfer-Encoding: gzip, chunked')) return null;
  if (status >= 500) return `${status} ${body}`;
  // The OpenAPI document, which the sender says it already has (its ETag).
  if (
    status === 304 &&
    body === '' &&
    /^GET \/api\/openapi\.json /.test(request) &&
    /\r\nIf-None-Match: /.test(request)
  )
    return null;
  if (body === '')
    return request.startsWith('HEAD') || PARSER.includes(status) ? null : `${status} without a body`;
  const parsed = JSON.parse(body);
  if (status === 200) return parsed.success === true || parsed.openapi !== undefined ? null : body;
  const code = parsed.error as ErrorCode;
  if (ERROR_STATUS[code] !== status) return `${status} ${body}`;
  return errorBody(code).safeParse(parsed).error?.message ?? null;
}

/** The parts of the responses that must be the same on both databases. */
const verdictOf = (responses: readonly Response[]) =>
  responses.map(({ status, body }) => [
    status,
    body
      .replace(/"requestId":"[^"]*"/, '')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
      .replace(/\d+ seconds?/g, '<seconds>')
      .replace(/"retryAfterSeconds":\d+/, ''),
  ]);

it(`${REQUESTS} generated requests on each database: no 5xx, nothing undocumented, the same verdict and count on both`, {
  timeout: 3_600_000,
}, async () => {
  let sent = 0;
  let closedByParser = 0;
  const statuses = new Map<number, number>();
  /** Sends requests one after the other on both databases, and compares what was counted. */
  const compare = async (requests: readonly string[]) => {
    let pair = await newPair();
    for (const request of requests) {
      const shown = JSON.stringify(request.slice(0, 2_000));
      const texts = await Promise.all(
        servers.map(({ service: { port } }, i) => textOf(port, fill(request, pair[i]))),
      );
      sent++;
      const responses = texts.map(responsesOf);
      for (const response of responses.flat()) {
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        expect(faultOf(response, request), shown).toBeNull();
      }
      if (responses.every(isComplete)) {
        const [one, two] = responses.map(verdictOf);
        expect(two, shown).toEqual(one);
      } else {
        // The parser closed the connection during a call, which may or may not have been counted.
        closedByParser++;
        await expectSameCounts(pair, REQUESTS_PER_CONNECTION_MAX, shown);
        pair = await newPair();
      }
    }
    await expectSameCounts(pair, 0, JSON.stringify(requests.map((request) => request.slice(0, 300))));
  };
  const property = fc.asyncProperty(
    fc.array(fc.array(hostileRequest, { minLength: REQUESTS_PER_BOT, maxLength: REQUESTS_PER_BOT }), {
      minLength: LANES,
      maxLength: LANES,
    }),
    async (lanes) => void (await Promise.all(lanes.map(compare))),
  );
  const numRuns = Math.ceil(REQUESTS / REQUESTS_PER_BOT / LANES);
  await fc.assert(property, { seed: SEED, numRuns, endOnFailure: true });
  const seen = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
  figure(
    'Hostile input',
    `${sent} generated requests on each database`,
    `0 responses 5xx, 0 undocumented, 0 differences between the databases, ${closedByParser} connections closed by the parser; ${seen.join(', ')}`,
  );
});

type Pair = readonly [bot: TestBot, other: TestBot];

function fill(request: string, pair: Pair | undefined): Buffer {
  if (pair === undefined) throw new Error('There are no bots.');
  const [bot, other] = pair;
  const text = request.replaceAll(BOT_PLACEHOLDER, bot.id).replaceAll('OTHER_KEY', other.key);
  return Buffer.from(text.replaceAll('KEY', bot.key), 'latin1');
}

/** Whether the service itself responded to every request of a connection. */
const isComplete = (responses: readonly Response[]) =>
  responses.length > 0 && responses.every(({ status, body }) => body !== '' || !PARSER.includes(status));

/** Two new bots with the same ids on both databases. */
function newPair(): Promise<Pair[]> {
  const [id, otherId] = [newBotId(), newBotId()];
  return Promise.all(
    servers.map(
      async ({ operator }): Promise<Pair> => [
        await operator.bot({ id }),
        await operator.bot({ id: otherId }),
      ],
    ),
  );
}

/** Asserts that the databases differ by at most `unknown` calls whose outcome the client does not know. */
async function expectSameCounts(pair: readonly Pair[], unknown: number, shown: string): Promise<void> {
  const [id = '', otherId = ''] = pair[0]?.map((bot) => bot.id) ?? [];
  const states = await Promise.all(servers.map(({ operator }) => operator.state(id)));
  const [one = [], two = []] = states.map((s) => [s.used, s.calls, s.rejected, s.reports.length]);
  for (const [i, count] of one.entries()) {
    expect(Math.abs(count - (two[i] ?? 0)), shown).toBeLessThanOrEqual(unknown);
  }
  // The other bot's key was only sent with reports for the first bot, which must store nothing for either.
  for (const { operator } of servers) expect((await operator.state(otherId)).reports, shown).toEqual([]);
}
