import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

/** Nothing of what lies in a folder can be read by anyone but its owner; a folder that nobody else enters hides all. */
export function expectPrivate(folder: string, except: readonly string[] = []): void {
  for (const name of readdirSync(folder)) {
    if (except.includes(name)) continue;
    const { mode } = statSync(join(folder, name));
    expect({ name, openTo: mode & 0o077 }).toEqual({ name, openTo: 0 });
  }
}
