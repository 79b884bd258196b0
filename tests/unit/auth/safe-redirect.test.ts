import fc from 'fast-check';
import { expect, it } from 'vitest';
import { safeRedirect } from '@/lib/auth/safe-redirect';

it.each([
  ['/', '/'],
  ['/bots/123?range=7d#top', '/bots/123?range=7d#top'],
  ['/a//b', '/a//b'],
])('%j is a path of this site', (text, path) => {
  expect(safeRedirect(text)).toBe(path);
});

it.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/./\\evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  'bots',
  '',
  ' /bots',
  null,
  undefined,
  ['/bots'],
])('%j is none', (text) => {
  expect(safeRedirect(text)).toBeNull();
});

it('a path has 2 000 characters at most', () => {
  expect(safeRedirect(`/${'a'.repeat(1_999)}`)).not.toBeNull();
  expect(safeRedirect(`/${'a'.repeat(2_000)}`)).toBeNull();
});

it('whatever is accepted stays on this site, in a browser that follows it', () => {
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
