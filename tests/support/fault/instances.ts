import { startPostgres } from '../postgres.mjs';
import { createOwner, Operator } from '../process/operator';
import { type Service, startService, stopService } from '../process/service';

/** Several server processes on one PostgreSQL database, and an operator. */
export type Instances = {
  readonly databaseUrl: string;
  readonly services: readonly Service[];
  readonly operator: Operator;
  readonly stop: () => Promise<void>;
};

/** Starts one process for each element of `environments`. */
export async function startInstances(environments: readonly Record<string, string>[]): Promise<Instances> {
  const postgres = await startPostgres();
  const databaseUrl = postgres.url;
  // Started at the same time, so that they migrate the empty database concurrently.
  const services = await Promise.all(environments.map((env) => startService({ databaseUrl, env })));
  await createOwner(databaseUrl);
  const operator = new Operator(databaseUrl);
  return {
    databaseUrl,
    services,
    operator,
    stop: async () => {
      await operator.close();
      await Promise.all(services.map((service) => stopService(service)));
      await postgres.stop();
    },
  };
}
