import { IDLE } from '@/lib/contract/form-state';
import { actionIds } from '../../support/browser-jar';
import { REPORT_PATH, USAGE_PATH } from '../../support/process/requests';
import { multipart } from './page-requests';

/** A request for sqlmap to attack. */
export type ScanTarget = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The parameters to attack; without it, those marked with `*`. Attacking the cookie would end the session. */
  readonly only?: readonly string[];
  /** The attacked parameters, as sqlmap names them. */
  readonly parameters: readonly string[];
};

export type ScanContext = {
  readonly botId: string;
  readonly email: string;
  readonly key: string;
  /** The headers of an admin's browser, and of a browser at sign-in. */
  readonly signedIn: Readonly<Record<string, string>>;
  readonly signingIn: Readonly<Record<string, string>>;
  readonly csrfToken: string;
};

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const named = (...only: string[]) => ({ only, parameters: only });

const list =
  (path: string, sort: string) =>
  ({ signedIn }: ScanContext): ScanTarget => ({
    path: `${path}?q=e&sort=${sort}&page=1`,
    headers: signedIn,
    ...named('q', 'sort', 'page'),
  });

/** Every kind of request whose text reaches the database, or would without validation. */
export const SCAN_TARGETS: Readonly<Record<string, (context: ScanContext) => ScanTarget>> = {
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
  'the list of users': list('/admin/users', 'name'),
  'the list of keys': list('/admin/keys', 'created'),
  'the audit log': list('/admin/audit', 'time'),
  'the URL of a bot': ({ botId, signedIn }) => ({
    path: `/bots/${botId}*`,
    headers: signedIn,
    parameters: ['#1*'],
  }),
  'the e-mail address of a sign-in': ({ email, csrfToken, signingIn }) => ({
    path: '/api/auth/callback/credentials',
    headers: signingIn,
    body: String(new URLSearchParams({ csrfToken, email, password: 'not this one', json: 'true' })),
    ...named('email'),
  }),
  'the form that creates a bot': ({ botId, email, signedIn }) => ({
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
