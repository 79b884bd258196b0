/** A promise that was broken: `check` names it. */
export class Violation extends Error {
  readonly check: string;
  constructor(check: string, message: string) {
    super(`${check}: ${message}`);
    this.check = check;
  }
}

/** Ends the run unless a promise is kept. */
export function must(check: string, isKept: boolean, message: string): void {
  if (!isKept) throw new Violation(check, message);
}
