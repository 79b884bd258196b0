import fc from 'fast-check';
import { expect, it } from 'vitest';
import { safeRedirect } from '@/lib/auth/safe-redirect';

it.each(['/', '/bots/123?range=7d#top', '/a//b', `/${'a'.repeat(1_999)}`])('%j is accepted', (path) => {
  expect(safeRedirect(path)).toBe(path);
});

const ELSEWHERE =
  '//evil.example|/\\evil.example|\\\\evil.example|/\t/evil.example|/\n/evil.example|/.//evil.example|/./\\evil.example' +
  '|/a/..//evil.example|/%2e//evil.example|https://evil.example/|javascript:alert(1)|bots|| /bots';
it.each([...ELSEWHERE.split('|'), `/${'a'.repeat(2_000)}`, null, undefined])('%j is refused', (text) => {
  expect(safeRedirect(text)).toBeNull();
  expect(safeRedirect(['/bots'])).toBeNull();
});

it('a browser that follows an accepted path stays on this site', () => {
  const part = fc.constantFrom('/', '\\', '.', '..', '%2e', '\t', 'evil.example', ':', '@', '?', '#', 'a');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const path = safeRedirect(`/${parts.join('')}`);
      if (path === null) return;
      expect(new URL(path, 'https://bots.example.org/login').origin).toBe('https://bots.example.org');
    }),
    { numRuns: 2_000 },
  );
});
