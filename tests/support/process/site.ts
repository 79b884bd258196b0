import { afterAll, describe, inject } from 'vitest';
import { type Answer, Client, type Sent } from './http';
import { Operator, type TestBot } from './operator';
import type { RunningServer } from './servers.setup';

export const REPORT_PATH = '/api/v1/bots/stats';
export const USAGE_PATH = '/api/v1/usage';

/** A valid report. */
export const report = (bot: { readonly id: string }, fields: object = {}) => ({
  botId: bot.id,
  serverCount: 4,
  userCount: 273,
  ...fields,
});

export const bearer = ({ key }: { readonly key: string }) => ({ Authorization: `Bearer ${key}` });
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** A running server, and an operator on the same database. */
export class Site {
  readonly server: RunningServer['server'];
  readonly database: RunningServer['database'];
  readonly port: number;
  readonly operator: Operator;
  readonly #client: Client;

  constructor({ server, database, port, databaseUrl }: RunningServer) {
    this.server = server;
    this.database = database;
    this.port = port;
    this.operator = new Operator(databaseUrl);
    this.#client = new Client(port);
  }

  async close(): Promise<void> {
    this.#client.close();
    await this.operator.close();
  }

  send(sent: Sent): Promise<Answer> {
    return this.#client.send(sent);
  }

  /** Sends a report for a bot; `sent` overrides parts of an otherwise valid request. */
  report(bot: TestBot, sent: Sent & { readonly json?: unknown } = {}): Promise<Answer> {
    const { headers, json = report(bot), ...rest } = sent;
    const body = rest.chunks === undefined && rest.body === undefined ? { body: JSON.stringify(json) } : {};
    return this.send({
      method: 'POST',
      path: REPORT_PATH,
      headers: { ...bearer(bot), ...JSON_TYPE, ...headers },
      ...body,
      ...rest,
    });
  }

  usage(bot: TestBot, sent: Sent = {}): Promise<Answer> {
    const { headers, ...rest } = sent;
    return this.send({ path: USAGE_PATH, headers: { ...bearer(bot), ...headers }, ...rest });
  }
}

/** Runs the same tests against every server. */
export function onEveryServer(tests: (site: Site) => void): void {
  for (const server of inject('servers')) withServer(server, tests);
}

/** Runs tests against `npm start` only, for code that `next start` shares with it. */
export function onFrontDoor(tests: (site: Site) => void): void {
  for (const server of inject('servers')) if (server.server === 'npm start') withServer(server, tests);
}

function withServer(server: RunningServer, tests: (site: Site) => void): void {
  describe(`under ${server.server} on ${server.database}`, () => {
    const site = new Site(server);
    afterAll(() => site.close());
    tests(site);
  });
}
