import { IDLE } from '@/lib/contract/form-state';
import { REPORT_PATH, USAGE_PATH } from '../../support/process/requests';
import { actionIds } from '../../support/server-action';
import { multipart } from './page-requests';

/** A request with text of a client's in it, as sqlmap is told of it. */
export type Place = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** What to try, by name; sqlmap would also try the cookie, and end the session with it. Else where a `*` stands. */
  readonly only?: readonly string[];
  /** What is tried, as sqlmap calls it. */
  readonly parameters: readonly string[];
};

export type ScanContext = {
  readonly botId: string;
  readonly email: string;
  readonly key: string;
  /** What a browser of an admin sends along, and what one sends that signs in. */
  readonly signedIn: Readonly<Record<string, string>>;
  readonly signingIn: Readonly<Record<string, string>>;
  readonly csrfToken: string;
};

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const named = (...only: string[]) => ({ only, parameters: only });

const list =
  (path: string, sort: string) =>
  ({ signedIn }: ScanContext): Place => ({
    path: `${path}?q=e&sort=${sort}&page=1`,
    headers: signedIn,
    ...named('q', 'sort', 'page'),
  });

/** Where text reaches a database, or would if no one looked at it before. */
export const PLACES: Readonly<Record<string, (scanContext: ScanContext) => Place>> = {
  'the body of a report': ({ botId, key }) => ({
    path: REPORT_PATH,
    headers: { ...bearer(key), 'Content-Type': 'application/json' },
    body: JSON.stringify({ botId, serverCount: 4, userCount: 273 }),
    only: ['botId', 'serverCount', 'userCount'],
    parameters: ['JSON botId', 'JSON serverCount', 'JSON userCount'],
  }),
  'the key': ({ key }) => ({
    path: USAGE_PATH,
    headers: bearer(`${key}*`),
    parameters: ['Authorization #1*'],
  }),
  'the query of a usage read': ({ botId, key }) => ({
    path: `${USAGE_PATH}?botId=${botId}&from=1`,
    headers: bearer(key),
    ...named('botId', 'from'),
  }),
  'the list of bots': list('/admin/bots', 'name'),
  'the list of people': list('/admin/users', 'name'),
  'the list of keys': list('/admin/keys', 'created'),
  'the audit log': list('/admin/audit', 'time'),
  'a bot’s address': ({ botId, signedIn }) => ({
    path: `/bots/${botId}*`,
    headers: signedIn,
    parameters: ['#1*'],
  }),
  'the address of a sign-in': ({ email, csrfToken, signingIn }) => ({
    path: '/api/auth/callback/credentials',
    headers: signingIn,
    body: String(new URLSearchParams({ csrfToken, email, password: 'not this one', json: 'true' })),
    ...named('email'),
  }),
  'the form of a new bot': ({ botId, email, signedIn }) => ({
    path: '/admin/bots',
    headers: {
      ...signedIn,
      'Next-Action': [...actionIds()].find(([name]) => name.endsWith('#createBotAction'))?.[1] ?? '',
      'Content-Type': 'multipart/form-data; boundary=b',
    },
    body: multipart([
      ['_1_id', `${BigInt(botId) + 1n}*`],
      ['_1_name', 'TestBot*'],
      ['_1_owner', `${email}*`],
      ['_1_plan', 'free*'],
      ['0', JSON.stringify([IDLE, '$K1'])],
    ]),
    parameters: [1, 2, 3, 4].map((n) => `MULTIPART #${n}*`),
  }),
};
