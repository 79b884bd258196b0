/**
 * What `npm test` leaves to `npm run test:all`, beside the fault suites: what takes long for what it shows, proves on another
 * database or in another program what a shorter suite has proven, or needs a program that a fresh machine lacks.
 */
export const LONG = [
  // More of what shorter suites show.
  'tests/unit/client/more-months.test.ts',
  'tests/data/contended-calls.test.ts',
  // It reads every component with the compiler.
  'tests/unit/architecture/translated-text.test.ts',
  // It loads all suites of HTTP and faults.
  'tests/unit/architecture/listed.test.ts',
  'tests/api/plain-next/*.test.ts',
  'tests/api/demo/*.test.ts',
  // They need `script`, Python or OpenSSL.
  'tests/unit/cli/password.test.ts',
  'tests/unit/client-python/*.test.ts',
  'tests/api/client/python.test.ts',
  'tests/data/postgres/tls.test.ts',
];
