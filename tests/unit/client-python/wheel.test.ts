import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { buildWheel } from '@/lib/build/wheel.mjs';
import { python } from '@/tests/support/programs';

test('the wheel is reproducible and valid, imports on Python 3.9, and equals the released file of its version', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wheel-'));
  try {
    const { file } = buildWheel({ outDir: join(folder, 'one') });
    const bytes = readFileSync(file);
    expect(readFileSync(buildWheel({ outDir: join(folder, 'two') }).file).equals(bytes)).toBe(true);
    expect(await python([join(import.meta.dirname, 'check_wheel.py')], {}, file)).toEqual({
      status: 0,
      output: '',
    });
    // Whoever changes the library raises its version and runs lib/build/releases.mjs.
    const released = new URL(`../../../lib/client-python/releases/${basename(file)}`, import.meta.url);
    expect(readFileSync(released).equals(bytes)).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
