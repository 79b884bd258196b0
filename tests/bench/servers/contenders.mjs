import { AUTH_SECRET, startServer } from './process.mjs';

/**
 * How each server is started on a database. `product` and `product again` are the same program: how far they differ is
 * the noise of everything else (A/A).
 */

export const PRODUCT = 'product';
export const AGAIN = 'product again';
export const EMPTY = 'empty Next.js handler';

const SCRIPT = 'lib/build/start.mjs';

export const productOn = (
  /** @type {string} */ databaseUrl,
  /** @type {readonly string[]} */ nodeOptions = [],
) => startServer([...nodeOptions, SCRIPT], { DATABASE_URL: databaseUrl, AUTH_SECRET, LOG_LEVEL: 'warn' });

export const emptyHandler = () =>
  startServer([
    'node_modules/next/dist/bin/next',
    'start',
    'tests/bench/next-empty',
    '-H',
    '127.0.0.1',
    '-p',
    '%PORT%',
  ]);

/** A program of this folder; `database` is a file or an address, as it wants. */
export const ownOn = (/** @type {string} */ name, /** @type {string} */ database) =>
  startServer([`tests/bench/servers/${name}.mjs`], { DATABASE: database });
