import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * The driver of SQLite; every other file imports it from here. better-sqlite3 13 has its binaries in the package and runs on
 * Node.js 22 and later; Node.js 20 needs version 12 (lib/decisions/0014). npm installs the one that fits. This is plain
 * JavaScript, because worker threads and scripts import it unbundled.
 */

/** @typedef {import('better-sqlite3').Database} Database */

const isNode20 = process.versions.node.startsWith('20.');
/** The package that has it. */
export const DRIVER = isNode20 ? 'better-sqlite3-node20' : 'better-sqlite3';

/** @type {Error | undefined} */
let missing;

/** Throws one sentence for the operator if there is no driver. */
export function requireDriver() {
  if (missing !== undefined) throw missing;
}

/** A service on PostgreSQL runs without the driver, so only the first use of SQLite is refused. */
class NoDriver {
  static SqliteError = class extends Error {};
  constructor() {
    requireDriver();
  }
}

function nextStep() {
  // An unpacked archive (lib/build/package.mjs) and an image have no lockfile, and the driver of the Node.js that made them.
  if (!existsSync('package-lock.json'))
    return `start it with Node.js ${isNode20 ? '22 or later' : '20'}, or make the archive with this Node.js`;
  return `run “npm ci” with this Node.js${isNode20 ? ', python3, make and g++ (Node.js 22 and later need none of these)' : ''}`;
}

/** @returns {typeof import('better-sqlite3')} */
function load() {
  try {
    // From the project's root: this code is part of several bundles. Bundlers do not follow it, so a build does not depend on
    // which of the two is installed.
    const fromRoot = createRequire(join(process.cwd(), 'package.json'));
    const Driver = fromRoot(DRIVER);
    // Loads the binary, which may be missing or of another Node.js.
    new Driver(':memory:').close();
    return Driver;
  } catch (cause) {
    const message = `The SQLite driver is not installed for Node.js ${process.versions.node}: ${nextStep()}.`;
    missing = new Error(message, { cause });
    return /** @type {any} */ (NoDriver);
  }
}

const SqliteDatabase = load();
export default SqliteDatabase;
export const { SqliteError } = SqliteDatabase;
