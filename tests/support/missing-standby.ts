import { queryPostgres } from './process/database-url';

/** Runs SQL on a server without waiting for a standby. */
export const queryWithoutStandby = (url: string, sql: string) =>
  queryPostgres({ connectionString: url, options: '-c synchronous_commit=local' }, sql);

/** While `work` runs, commits on the server wait for a standby that does not exist: they are on disk, and not confirmed. */
export async function withMissingStandby<R>(url: string, work: () => Promise<R>): Promise<R> {
  const setStandbys = async (names: string) => {
    await queryWithoutStandby(url, `ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
    await queryWithoutStandby(url, 'SELECT pg_reload_conf()');
  };
  await setStandbys('never');
  try {
    return await work();
  } finally {
    await setStandbys('');
  }
}
