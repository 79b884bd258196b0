import { setImmediate as nextTurn } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** The warnings of this process from now on, in a test; each is emitted in a later turn of the event loop. */
export function warningsOf(): () => Promise<readonly string[]> {
  const warnings: string[] = [];
  const listener = ({ message }: Error) => warnings.push(message);
  process.on('warning', listener);
  onTestFinished(() => void process.off('warning', listener));
  return async () => {
    await nextTurn();
    return warnings;
  };
}
