import { format, stripVTControlCharacters } from 'node:util';
import type { Logger } from 'pino';

const LEVELS = {
  error: 'error',
  warn: 'warn',
  info: 'info',
  log: 'info',
  debug: 'debug',
  trace: 'debug',
} as const;

/**
 * Redirects `console` (used by Next, the sign-in library and others) and Node's warnings to the log: one JSON line
 * each, with the first Error argument as `err`.
 */
export function logConsole(log: Logger): void {
  for (const [method, level] of Object.entries(LEVELS)) {
    console[method as keyof typeof LEVELS] = (...printed: unknown[]) => {
      const err = printed.find((one) => one instanceof Error);
      const words = printed.filter((one) => one !== err);
      const text = stripVTControlCharacters(format(...words)).trim();
      if (err !== undefined) log[level]({ err }, text === '' ? err.message : text);
      else if (text !== '') log[level](text);
    };
  }
  // Node's own listener, which prints to stderr, is removed.
  process.removeAllListeners('warning').on('warning', (err) => log.warn({ err }, err.message));
}
