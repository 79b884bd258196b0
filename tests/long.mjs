/**
 * What `npm test` leaves to `npm run test:all`, beside the fault suites: what takes long for what it shows, proves on another
 * database or in another program what a shorter suite has proven, or needs a program that a fresh machine lacks.
 */
export const LONG = [
  // More of what shorter suites show.
  'tests/unit/client/{month,discord-sharding,package}.test.ts',
  'tests/data/{digests,held-database,many-key-uses,refused-deliveries,repeated-silences}.test.ts',
  'tests/data/{restore,schema-check,usage-backup,usage-parts}.test.ts',
  'tests/data/postgres/{late-responses,old-statistics}.test.ts',
  'tests/data/sqlite/checkpoints.test.ts',
  // They start servers of their own with other settings, or wait for a time limit.
  'tests/api/start/*.test.ts',
  'tests/api/metrics/*.test.ts',
  'tests/api/access/{action-fields,any-stored-value,changes-limit,denials,host,lists,long-lists,webhook-log}.test.ts',
  'tests/api/activity/*.test.ts',
  'tests/api/pages/{bodies,compressed,held-form,own-reads,public}.test.ts',
  'tests/api/rules/{503,parser,pipelining}.test.ts',
  'tests/api/sign-in/{access-log,discord,known-browser,ports,second-factor,secure-cookies}.test.ts',
  'tests/api/races/usage-reads.test.ts',
  'tests/api/unknown/not-a-page.test.ts',
  // They make packages or documents with the programs of others, or run the tools of the project on small ones.
  'tests/unit/architecture/imports.test.ts',
  'tests/unit/build/*.test.ts',
  'tests/api/client/{packages,quick-start}.test.ts',
  'tests/api/openapi/*.test.ts',
  // It reads every component with the compiler.
  'tests/unit/architecture/translated-text.test.ts',
  // It loads all suites of HTTP and faults.
  'tests/unit/architecture/listed.test.ts',
  'tests/api/plain-next/*.test.ts',
  'tests/api/demo/*.test.ts',
  // They need `script`, Python or OpenSSL.
  'tests/unit/cli/password.test.ts',
  'tests/unit/view/webhook-recipes.test.ts',
  'tests/unit/client-python/*.test.ts',
  'tests/api/client/python.test.ts',
  'tests/data/postgres/tls.test.ts',
];
