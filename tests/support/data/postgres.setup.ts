import type { TestProject } from 'vitest/node';
import { startPostgres } from '../postgres.mjs';
import { makeTemplate } from './postgres-template';

/** Starts one PostgreSQL server for all data tests, with the template of their databases. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // The default of a second is more than half of the time that a statement may take.
  const postgres = await startPostgres(['deadlock_timeout=100ms'], {}, project.config.env.TMPDIR);
  await makeTemplate(postgres.url);
  project.provide('postgresUrl', postgres.url);
  return postgres.stop;
}
