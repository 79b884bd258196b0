import type { BotmeterError } from './error';

/** No faults: nothing needs to be done about them. */
const EXPECTED: readonly string[] = ['update_too_soon', 'stopped'];
const WARNINGS_MAX = 50;

/** Writes each distinct error once, for a bot that listens to none: it would never learn that nothing is reported. */
export class Warnings {
  readonly #write: (line: string) => void;
  readonly #written = new Set<string>();

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  /** Never throws. */
  add({ code, message, requestId }: BotmeterError): void {
    // Numbers and times change from one occurrence to the next.
    const fault = `${code} ${message.replace(/ The next scheduled call is in .*$/, '').replace(/\d+/g, '0')}`;
    if (EXPECTED.includes(code) || this.#written.has(fault) || this.#written.size >= WARNINGS_MAX) return;
    this.#written.add(fault);
    const id = requestId === null ? '' : ` (request ${requestId})`;
    try {
      this.#write(`Botmeter: ${message}${id}`);
    } catch {}
  }
}
