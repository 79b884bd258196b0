import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createVault } from '@/lib/auth/secrets';

const SECRET = 'a secret with at least 32 characters';
const vault = createVault(SECRET);

it('what was sealed opens with the same AUTH_SECRET, and with no other', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      const sealed = vault.seal(text);
      expect(createVault(SECRET).open(sealed)).toBe(text);
      expect(createVault(`${SECRET}.`).open(sealed)).toBeNull();
    }),
  );
});

it('what was sealed for one opens for nobody else, and under the key of no other purpose', () => {
  const factors = createVault(SECRET, 'factors');
  const sealed = factors.seal('a secret', 'one');
  expect(factors.open(sealed, 'one')).toBe('a secret');
  const others = [factors.open(sealed, 'other'), factors.open(sealed), vault.open(sealed, 'one')];
  expect(others).toEqual([null, null, null]);
});

it('the same text is sealed differently each time, and is not to be seen in it', () => {
  const sealed = Array.from({ length: 100 }, () => vault.seal('whsec_secret'));
  expect(new Set(sealed.map((text) => text.slice(0, 19))).size).toBe(100);
  for (const text of sealed) expect(text).toMatch(/^v1\.[\w-]{54}$/);
});

it('damaged text does not open', () => {
  const sealed = vault.seal('whsec_secret');
  const changed = (at: number) => (sealed[at] === 'A' ? 'B' : 'A');
  const damaged = Array.from(sealed, (_, at) => sealed.slice(0, at) + changed(at) + sealed.slice(at + 1));
  const [shorter, longer] = [sealed.slice(0, -1), ['A', '=', ' '].map((end) => sealed + end)];
  const others = ['', 'v1.', 'v1.AAAA', shorter, ...longer, sealed.slice(3)];
  for (const text of [...damaged, ...others]) expect([text, vault.open(text)]).toEqual([text, null]);
});
