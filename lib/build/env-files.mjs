import nextEnv from '@next/env';
import { ROOT } from './project.mjs';

/**
 * Reads `.env` and its variants in the project's root, as Next does; the real environment wins. Throws an error in one line
 * if one cannot be read: to go on without it would mean another database.
 * @param {string} folder
 */
export function loadEnvFiles(folder = ROOT) {
  nextEnv.loadEnvConfig(folder, false, {
    info: () => {},
    error: (/** @type {unknown} */ message, /** @type {unknown} */ cause) => {
      throw new Error(`${message}: ${cause instanceof Error ? cause.message : cause}`);
    },
  });
}
