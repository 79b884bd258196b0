import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { figure, size } from '../../support/fault/campaign';
import { type Served, serve, suiteFolder } from '../../support/fault/serve';
import { exchange, rawRequest } from '../../support/process/http';
import { bearer, REPORT_PATH, USAGE_PATH } from '../../support/process/requests';
import { type HostileKind, startHostile } from './hostile';
import { BOTS, ENV, eventually, lasting, openDescriptors, openSockets, TOPIC } from './service-with-bots';
import { expectPagesServed, expectServed, visitedPages } from './well-behaved';

const LASTS_MS = size(2_000, 60_000);
const IDLE = size(1_000, 10_000);
const SLOW = size(200, 2_000);
const BODIES = size(50, 1_000);
const DESCRIPTORS = 64;
const LOOPING = { count: size(400, 1_500), descriptorsMax: size(256, 1_024) };

type Attack = {
  /** Names the attack in the test and in its figure. */
  readonly title: string;
  readonly kind: HostileKind;
  readonly count: number;
  readonly path: string;
  /** Sends a valid key. */
  readonly hasKey?: boolean;
  /** The only statuses that the hostile client may get. */
  readonly statuses?: readonly string[];
  /** How many of its connections the server must hold at once; all must be closed after the attack. */
  readonly heldMin?: number;
  /** Limits the server's file descriptors, so that it must close connections. */
  readonly descriptorsMax?: number;
  /** Pages must be served to another address as well. */
  readonly withPages?: boolean;
};

const onFewDescriptors = (kind: HostileKind, path: string): Attack => ({
  title: `${DESCRIPTORS} descriptors, 100 ${kind} connections, reopened when closed`,
  kind,
  path,
  count: 100,
  descriptorsMax: DESCRIPTORS,
});
const bigBodies = (path: string, hasKey: boolean, status: string): Attack => ({
  title: `10 MB bodies at 100/s, ${path} with ${hasKey ? 'a valid key' : 'no key'}`,
  kind: 'big-bodies',
  path,
  count: BODIES,
  hasKey,
  statuses: [status],
});
const loopingPages = (path: string): Attack => ({
  title: `300 clients looping GET ${path}`,
  kind: 'looping',
  path,
  count: 300,
  withPages: true,
});

const ATTACKS: readonly Attack[] = [
  {
    title: `${IDLE} idle connections`,
    kind: 'idle',
    path: '/api/health/live',
    count: IDLE,
    heldMin: IDLE * 0.95,
  },
  // The server closes silent connections after ten seconds, and the client opens new ones.
  { title: `${IDLE} silent connections`, kind: 'silent', path: '/', count: IDLE, heldMin: IDLE / 2 },
  {
    title: `${SLOW} slow bodies at ${REPORT_PATH} with a valid key`,
    kind: 'slow-bodies',
    path: REPORT_PATH,
    count: SLOW,
    hasKey: true,
  },
  { title: `${SLOW} slow headers`, kind: 'slow-headers', path: USAGE_PATH, count: SLOW },
  {
    title: `${SLOW} slow readers of a page`,
    kind: 'slow-readers',
    path: '/docs',
    count: SLOW,
    withPages: true,
  },
  bigBodies(REPORT_PATH, true, '413'),
  bigBodies(REPORT_PATH, false, '401'),
  bigBodies('/login', false, '413'),
  onFewDescriptors('silent', '/'),
  onFewDescriptors('idle', '/api/health/live'),
  onFewDescriptors('slow-headers', '/'),
  onFewDescriptors('slow-readers', '/api/openapi.json'),
  { title: '40 unfinished POSTs a second', kind: 'unfinished', path: '/login', count: 40, withPages: true },
  {
    title: `${LOOPING.descriptorsMax} descriptors, ${LOOPING.count} clients looping GET /login`,
    kind: 'looping',
    path: '/login',
    ...LOOPING,
  },
  loopingPages('/docs'),
  loopingPages('/login?notice=1'),
];

/**
 * Attacks without a limit of descriptors share a server, each meets what those before it have left; but for the heaviest
 * kind. With a limit, what another attack has left takes the descriptors that this one is about.
 */
const servers = new Map<string, Promise<Served>>();
const folder = suiteFolder();
afterAll(async () => {
  for (const server of servers.values()) await (await server).stop();
});
function serverFor({ title, kind, descriptorsMax }: Attack): Promise<Served> {
  const isShared = kind !== 'big-bodies' && descriptorsMax === undefined;
  const name = isShared ? 'shared' : title.replace(/\W/g, '');
  const under = descriptorsMax === undefined ? [] : ['prlimit', `--nofile=${descriptorsMax}`];
  const server = servers.get(name) ?? serve(join(folder, `${name}.db`), { under, env: ENV });
  servers.set(name, server);
  return server;
}

it.each(ATTACKS.map((attack) => [attack.title, attack] as const))(
  'serves well-behaved clients beside %s',
  { timeout: LASTS_MS + 120_000 },
  async (title, attack) => {
    const { kind, path, count, descriptorsMax, heldMin } = attack;
    const { service, operator } = await serverFor(attack);
    const on = { service, bots: await operator.bots(BOTS, 'business') };
    const [bot] = await operator.bots(1, 'business');
    const headers = attack.hasKey && bot !== undefined ? bearer(bot) : {};
    const pages = attack.withPages ? await visitedPages(on) : [];
    // The code of this path is compiled before anything is measured.
    for (let i = 0; i < 5; i++) await exchange(service.port, rawRequest(path));
    const before = openSockets(service);
    const hostile = await startHostile({ kind, count, port: service.port, targets: [{ path, headers }] });
    const served = attack.withPages
      ? await expectPagesServed(on, pages, lasting(size(3_000, 60_000)))
      : await expectServed(on, lasting(LASTS_MS));
    const [during, held] = [openDescriptors(service), openSockets(service) - before];
    const { opened, statuses } = await hostile.stop();
    expect(opened).toBeGreaterThanOrEqual(count);
    if (descriptorsMax !== undefined) {
      expect(during).toBeLessThanOrEqual(descriptorsMax);
      // The server had to close some.
      expect(opened).toBeGreaterThan(count);
    }
    // A client that keeps sending may lose the response to a reset.
    if (attack.statuses !== undefined) expect(Object.keys(statuses)).toEqual(attack.statuses);
    if (heldMin !== undefined) {
      expect(held).toBeGreaterThan(heldMin);
      await eventually(() => openSockets(service) <= before + 3, 5_000);
    }
    figure(TOPIC, title, `${opened} ${kind === 'looping' ? 'requests' : 'connections'}; ${served}`);
  },
);
