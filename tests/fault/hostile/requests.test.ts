import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorBody } from '@/lib/contract/error-response';
import { ERROR_STATUS, type ErrorCode } from '@/lib/domain/errors';
import { figure, SEED, size } from '../../support/fault/campaign';
import { startPostgres } from '../../support/postgres.mjs';
import { createOwner, newBotId, Operator, type TestBot } from '../../support/process/operator';
import { type Service, startService, stopService } from '../../support/process/service';
import { hostileRequest, PLACE } from './requests';

const REQUESTS = size(3_000, 100_000);
const A_BOT = 25;
/** Bots whose requests go out at the same time. */
const LANES = 6;
/** A request, and another that its body may hide. */
const MOST_ON_A_CONNECTION = 2;
const ANSWERED_WITHIN_MS = 10_000;
/** What the HTTP parser itself may refuse with, without a body (contract section 5). */
const PARSER = [400, 408, 431];

type Place = { readonly service: Service; readonly operator: Operator };
let postgres: Awaited<ReturnType<typeof startPostgres>>;
const places: Place[] = [];
const folder = mkdtempSync(join(tmpdir(), 'botmeter-hostile-'));

beforeAll(async () => {
  postgres = await startPostgres();
  for (const databaseUrl of [`file:${join(folder, 'botmeter.db')}`, postgres.url]) {
    const service = await startService({ databaseUrl });
    await createOwner(databaseUrl);
    places.push({ service, operator: new Operator(databaseUrl) });
  }
});
afterAll(async () => {
  for (const { service, operator } of places) {
    await operator.close();
    await stopService(service);
  }
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

/** A client with a body that never ends waits so long for an answer before it says that it has no more to send. */
const PATIENCE_MS = 100;

/** Everything that comes back until the server closes. */
function exchange(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect({ port, host: '127.0.0.1' }, () => {
      socket.write(bytes);
      setTimeout(() => socket.end(), PATIENCE_MS);
    });
    socket.once('data', () => socket.end());
    socket.setTimeout(ANSWERED_WITHIN_MS, () => {
      socket.destroy();
      reject(new Error(`No end within ${ANSWERED_WITHIN_MS} ms; so far: ${text}`));
    });
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('error', () => {}).on('close', () => resolve(text));
  });
}

/** The answers of a connection, each as its status and what it says. */
function answersOf(text: string): { status: number; body: string }[] {
  return text
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((one) => one !== '' && !one.startsWith('HTTP/1.1 100 '))
    .map((one) => ({ status: Number(one.slice(9, 12)), body: one.slice(one.indexOf('\r\n\r\n') + 4) }));
}

/** What is wrong with an answer by itself. */
function faultOf({ status, body }: { status: number; body: string }, isHead: boolean): string | null {
  if (status >= 500) return `${status} ${body}`;
  if (body === '') return isHead || PARSER.includes(status) ? null : `${status} without a body`;
  const parsed = JSON.parse(body);
  if (status === 200) return parsed.success === true || parsed.openapi !== undefined ? null : body;
  const code = parsed.error as ErrorCode;
  if (ERROR_STATUS[code] !== status) return `${status} ${body}`;
  return errorBody(code).safeParse(parsed).error?.message ?? null;
}

/** What must be the same on both databases. */
const verdictOf = (answers: ReturnType<typeof answersOf>) =>
  answers.map(({ status, body }) => [
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
  let brokenOff = 0;
  const statuses = new Map<number, number>();
  /** Requests one after the other on both databases, and what was counted in the end. */
  const compare = async (requests: readonly string[]) => {
    let pair = await newPair();
    for (const request of requests) {
      const shown = JSON.stringify(request.slice(0, 2_000));
      const texts = await Promise.all(
        places.map(({ service: { port } }, i) => exchange(port, fill(request, ...(pair[i] ?? fail())))),
      );
      sent++;
      const answers = texts.map(answersOf);
      const isHead = request.startsWith('HEAD');
      for (const answer of answers.flat()) {
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        expect(faultOf(answer, isHead), shown).toBeNull();
      }
      if (answers.every(isWhole)) {
        const [one, two] = answers.map(verdictOf);
        expect(two, shown).toEqual(one);
      } else {
        // The parser closed the connection upon a call that was under way: counted or not, nobody was told.
        brokenOff++;
        await expectSameCounts(pair, MOST_ON_A_CONNECTION, shown);
        pair = await newPair();
      }
    }
    await expectSameCounts(pair, 0, JSON.stringify(requests.map((request) => request.slice(0, 300))));
  };
  const property = fc.asyncProperty(
    fc.array(fc.array(hostileRequest, { minLength: A_BOT, maxLength: A_BOT }), {
      minLength: LANES,
      maxLength: LANES,
    }),
    async (lanes) => void (await Promise.all(lanes.map(compare))),
  );
  const numRuns = Math.ceil(REQUESTS / A_BOT / LANES);
  await fc.assert(property, { seed: SEED, numRuns, endOnFailure: true });
  const seen = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
  figure(
    'Hostile input',
    `${sent} generated requests on each database`,
    `0 answers 5xx, 0 undocumented, 0 different verdicts or counts, ${brokenOff} connections broken off by the parser; ${seen.join(', ')}`,
  );
});

function fill(request: string, bot: TestBot, other: TestBot): Buffer {
  const text = request.replaceAll(PLACE.bot, bot.id).replaceAll('OTHER_KEY', other.key);
  return Buffer.from(text.replaceAll('KEY', bot.key), 'latin1');
}

/** Whether every request of a connection was answered by the service itself. */
const isWhole = (answers: ReturnType<typeof answersOf>) =>
  answers.length > 0 && answers.every(({ status, body }) => body !== '' || !PARSER.includes(status));

/** The same two bots in each place. */
function newPair(): Promise<(readonly [TestBot, TestBot])[]> {
  const [id, otherId] = [newBotId(), newBotId()];
  return Promise.all(
    places.map(
      async ({ operator }) => [await operator.bot({ id }), await operator.bot({ id: otherId })] as const,
    ),
  );
}

/** What was counted and stored for a bot differs by at most so many calls that nobody was told of. */
async function expectSameCounts(
  pair: readonly (readonly [TestBot, TestBot])[],
  untold: number,
  shown: string,
): Promise<void> {
  const states = await Promise.all(places.map(({ operator }, i) => operator.state(pair[i]?.[0].id ?? '')));
  const [one, two] = states.map(({ used, calls, rejected, reports }) => [
    used,
    calls,
    rejected,
    reports.length,
  ]);
  for (const [i, count] of (one ?? []).entries()) {
    expect(Math.abs(count - (two?.[i] ?? 0)), shown).toBeLessThanOrEqual(untold);
  }
  // The other's key was sent for the first: nothing of its own may come of that but calls and refusals.
  for (const [i, { operator }] of places.entries()) {
    expect((await operator.state(pair[i]?.[1].id ?? '')).reports, shown).toEqual([]);
  }
}

function fail(): never {
  throw new Error('There is no such bot.');
}
