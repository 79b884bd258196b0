import { afterAll, describe, inject } from 'vitest';
import { Client, type HttpRequest, type HttpResponse } from './http';
import { Operator, type TestBot } from './operator';
import { bearer, report, reportRequest, USAGE_PATH } from './requests';
import type { RunningServer } from './servers';

/** A running server, and an operator on the same database. */
export class ApiServer {
  readonly database: RunningServer['database'];
  readonly port: number;
  readonly operator: Operator;
  readonly #client: Client;

  constructor({ database, port, databaseUrl }: RunningServer) {
    this.database = database;
    this.port = port;
    this.operator = new Operator(databaseUrl);
    this.#client = new Client(port);
  }

  async close(): Promise<void> {
    this.#client.close();
    await this.operator.close();
  }

  send(sent: HttpRequest): Promise<HttpResponse> {
    return this.#client.send(sent);
  }

  /** Sends a report for a bot; `sent` overrides parts of an otherwise valid request. */
  report(bot: TestBot, sent: HttpRequest & { readonly json?: unknown } = {}): Promise<HttpResponse> {
    const { headers, json = report(bot), ...rest } = sent;
    const valid = reportRequest(bot);
    const body = rest.chunks === undefined ? { body: JSON.stringify(json) } : { body: undefined };
    return this.send({ ...valid, ...body, ...rest, headers: { ...valid.headers, ...headers } });
  }

  usage(bot: TestBot, sent: HttpRequest = {}): Promise<HttpResponse> {
    const { headers, ...rest } = sent;
    return this.send({ path: USAGE_PATH, headers: { ...bearer(bot), ...headers }, ...rest });
  }
}

type Tests = (api: ApiServer) => void;

/** Runs the same tests on both databases. */
export const onEveryServer = (tests: Tests): void => onServers(inject('servers'), tests);

/** Runs tests on one database: of what is answered before a database decides. */
export const onOneServer = (tests: Tests): void => onServers(inject('servers').slice(0, 1), tests);

function onServers(servers: readonly RunningServer[], tests: Tests): void {
  for (const server of servers) {
    describe(`on ${server.database}`, () => {
      const api = new ApiServer(server);
      afterAll(() => api.close());
      tests(api);
    });
  }
}
