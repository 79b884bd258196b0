import { AUTH_SECRET, startServer } from './process.mjs';

/**
 * Starts each server on a database. `product` and `product again` are the same program: their difference is the noise of
 * the measurement (A/A).
 */

export const PRODUCT = 'product';
export const AGAIN = 'product again';

const SCRIPT = 'lib/build/start.mjs';

export const productOn = (
  /** @type {string} */ databaseUrl,
  /** @type {Readonly<Record<string, string>>} */ env = {},
) =>
  startServer([SCRIPT], {
    DATABASE_URL: databaseUrl,
    AUTH_SECRET,
    LOG_LEVEL: 'warn',
    ...env,
  });

/** A program of this folder; `database` is a file or a URL, depending on the program. */
export const ownOn = (/** @type {string} */ name, /** @type {string} */ database) =>
  startServer([`tests/bench/servers/${name}.mjs`], { DATABASE: database });
