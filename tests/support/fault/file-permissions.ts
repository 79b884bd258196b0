import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

/** Asserts that only the owner can access the entries of a folder. Does not recurse: a private folder hides its content. */
export function expectPrivate(folder: string, except: readonly string[] = []): void {
  for (const name of readdirSync(folder)) {
    if (except.includes(name)) continue;
    const { mode } = statSync(join(folder, name));
    expect({ name, openTo: mode & 0o077 }).toEqual({ name, openTo: 0 });
  }
}
