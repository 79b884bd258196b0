import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import type { ApiRequest, Reply } from '@/lib/api/operation';
import { badgeOperation, chartOperation, publicPageOperation } from '@/lib/api/operations/public';
import { ReadQueue } from '@/lib/data/read-queue';
import { MARK_KINDS } from '@/lib/domain/history/mark';
import { OPERATOR } from '@/lib/domain/people/caller';
import type { Ports } from '@/lib/ports/ports';
import { setPublic } from '@/lib/services/bots/publish';
import { changeSettings } from '@/lib/services/bots/settings';
import { Drawings } from '@/lib/services/public/drawings';
import { PublicBots } from '@/lib/services/public/view';
import { BOT_ID, OTHER_BOT_ID } from '@/tests/support/data/accounts';
import { directory, onEachDatabase, ports } from '@/tests/support/data/each-database';
import { addBotsAndPeople } from '@/tests/support/data/fixtures';
import { accepted } from '@/tests/support/result';

/** A wait that time never ends. */
const untilAborted = (_ms: number, signal: AbortSignal) =>
  new Promise<boolean>((resolve) => {
    if (signal.aborted) resolve(false);
    signal.addEventListener('abort', () => resolve(false));
  });

const UNKNOWN = '123456789012345678';

onEachDatabase('what anyone may see', () => {
  beforeEach(() => addBotsAndPeople(directory));

  const REQUESTS = [
    [badgeOperation, { badge: 'servers.svg' }],
    [badgeOperation, { badge: 'votes.json' }],
    [chartOperation, { chart: 'users.svg' }],
    [publicPageOperation, {}],
  ] as const;

  /** What requests for each kind of picture and page read and draw, by name, and their answers. */
  function service(elapsedMs = () => 0) {
    const costs: string[] = [];
    const counted: Ports['directory'] = {
      ...directory,
      read: (work) =>
        directory.read((tables, nowMs) => {
          const noted = Object.entries(tables).map(([name, table]) => [
            name,
            new Proxy(table, {
              get: (of, call) => {
                costs.push(`${name}.${String(call)}`);
                return Reflect.get(of, call);
              },
            }),
          ]);
          return work(Object.fromEntries(noted), nowMs);
        }),
      readHistory: (turn, work) => {
        costs.push('history');
        return directory.readHistory(turn, work);
      },
    };
    const publicBots = {
      bots: new PublicBots({ directory: counted }, elapsedMs),
      origin: null,
      drawings: new Drawings({
        queue: new ReadQueue(2, 64),
        png: async () => new Uint8Array(),
        wait: untilAborted,
        nextTurn,
        onDrawn: (form) => costs.push(form),
      }),
    };
    const ask = async (
      botId: string,
      sent: Partial<Pick<ApiRequest, 'method' | 'headers'>> = {},
      signal = new AbortController().signal,
    ) => {
      const before = costs.length;
      const hold = () => ({ signal, end: () => {} });
      const answers = await Promise.all(
        REQUESTS.map(([operation, params]) => {
          if (!('handle' in operation)) throw new Error('It has no handler.');
          const received = {
            method: 'GET',
            headers: {},
            ...sent,
            params: { botId, ...params },
            query: '',
            hold,
          };
          return operation.handle({ ...ports, publicBots } as never, received as never) as Promise<Reply>;
        }),
      );
      return { answers, costs: costs.slice(before) };
    };
    return ask;
  }
  const costOf = (botId: string) => service()(botId);

  it('an unknown, a hidden and a disabled bot cost the same reads and drawings, and have the same answers', async () => {
    const unknown = await costOf(UNKNOWN);
    expect(await costOf(BOT_ID)).toEqual(unknown);
    accepted(await setPublic(ports, OPERATOR, BOT_ID, true));
    const shown = await costOf(BOT_ID);
    expect(shown.answers).not.toEqual(unknown.answers);
    expect(shown.costs.length).toBeGreaterThan(unknown.costs.length);
    await directory.write([], ({ bots }, nowMs) => bots.update(BOT_ID, { isDisabled: true }, nowMs));
    expect(await costOf(BOT_ID)).toEqual(unknown);
    // One look-up, remembered for all four.
    expect([...unknown.costs].sort()).toEqual(['bots.findPublic', 'html', 'json', 'svg', 'svg']);
  });

  it('HEAD, and what the client has already, read the flag alone and draw nothing', async () => {
    accepted(await setPublic(ports, OPERATOR, BOT_ID, true));
    const head = await service()(BOT_ID, { method: 'HEAD' });
    expect(new Set(head.costs)).toEqual(new Set(['bots.findPublic', 'serving.since']));
    expect(head.answers.map(({ status, body }) => [status, body])).toEqual(REQUESTS.map(() => [200, '']));
    const tags = head.answers.map(({ headers }) => headers.ETag).join();
    const known = await service()(BOT_ID, { headers: { 'if-none-match': tags } });
    expect(known.answers.map(({ status }) => status)).toEqual(REQUESTS.map(() => 304));
    expect(known.costs).toEqual(head.costs);
  });

  it('is drawn once for all that ask within a minute', async () => {
    accepted(await setPublic(ports, OPERATOR, BOT_ID, true));
    const ask = service();
    const [first, ...others] = await Promise.all(Array.from({ length: 40 }, () => ask(BOT_ID)));
    const again = await ask(BOT_ID);
    for (const { answers } of [...others, again]) expect(answers).toEqual(first?.answers);
    expect(again.costs).toEqual([]);
  });

  it('what nobody waits for any more is not drawn', async () => {
    accepted(await setPublic(ports, OPERATOR, BOT_ID, true));
    const ask = service();
    const gone = new AbortController();
    const asked = Array.from({ length: 20 }, () => ask(BOT_ID, {}, gone.signal));
    gone.abort();
    for (const { answers } of await Promise.all(asked))
      expect(answers.map(({ status }) => status)).toEqual(REQUESTS.map(() => 503));
    const { costs, answers } = await ask(BOT_ID);
    expect(answers.map(({ status }) => status)).toEqual(REQUESTS.map(() => 200));
    expect(costs.filter((cost) => ['svg', 'html', 'json'].includes(cost))).toHaveLength(4);
  });

  it('deploys are on the page only while its owner shows them, and no other marks ever are', async () => {
    const page = async () => String((await service()(BOT_ID)).answers[3]?.body);
    const set = async (showsDeploys: boolean) =>
      accepted(await changeSettings(ports, OPERATOR, BOT_ID, { showsDeploys }));
    await directory.write([], async ({ marks }, nowMs) => {
      for (const kind of MARK_KINDS)
        await marks.add(BOT_ID, { id: kind, atMs: nowMs - 1_000, kind, text: `A ${kind} <2>` });
    });
    accepted(await setPublic(ports, OPERATOR, BOT_ID, true));
    expect(await page()).not.toContain('A deploy');
    await set(true);
    expect(await page()).toContain('A deploy &#60;2&#62;');
    expect(await page()).not.toMatch(/A (incident|note)|<script/);
    const [logged] = await directory.read(({ audit }) => audit.listOfSubject(BOT_ID, 0, 1));
    expect(logged).toMatchObject({
      action: 'bot.change',
      before: { showsDeploys: false },
      after: { showsDeploys: true },
    });
    await set(false);
    expect(await page()).not.toContain('A deploy');
    // Published again, it shows none until that is chosen again.
    await set(true);
    for (const isPublic of [false, true]) accepted(await setPublic(ports, OPERATOR, BOT_ID, isPublic));
    expect(await page()).not.toContain('A deploy');
  });

  it('a bot that is hidden again is shown for at most a second, on each instance', async () => {
    accepted(await setPublic(ports, OPERATOR, OTHER_BOT_ID, true));
    let elapsedMs = 1;
    const instances = [0, 1].map(() => new PublicBots(ports, () => elapsedMs));
    const isShown = () =>
      Promise.all(instances.map(async (bots) => (await bots.find(OTHER_BOT_ID)) !== null));
    expect(await isShown()).toEqual([true, true]);
    accepted(await setPublic(ports, OPERATOR, OTHER_BOT_ID, false));
    elapsedMs += 999;
    expect(await isShown()).toEqual([true, true]);
    elapsedMs += 2;
    expect(await isShown()).toEqual([false, false]);
  });
});
