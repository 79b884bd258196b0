import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { buildWheel } from '@/lib/build/wheel.mjs';
import { python } from '@/tests/support/python';
import WHEELS from './wheels.json';

test('the wheel is reproducible and valid, imports on Python 3.9, and its version never changes its bytes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wheel-'));
  try {
    const { version, file } = buildWheel({ outDir: join(folder, 'one') });
    const bytes = readFileSync(file);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(readFileSync(buildWheel({ outDir: join(folder, 'two') }).file).equals(bytes)).toBe(true);
    expect(JSON.parse(readFileSync(join(folder, 'one/wheel.json'), 'utf8'))).toEqual({
      name: basename(file),
      sha256,
    });
    expect(await python([join(import.meta.dirname, 'check_wheel.py')], {}, file)).toEqual({
      status: 0,
      output: '',
    });
    // Responses are cached for a year. Whoever changes the library raises its version and adds the new hash.
    expect(WHEELS).toMatchObject({ [version]: sha256 });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
