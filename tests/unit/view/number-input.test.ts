import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseCount } from '@/lib/view/number-input';
import { numberText } from '@/lib/view/numbers';

const LOCALES = [
  'en',
  'de',
  'fr',
  'es',
  'pl',
  'pt-PT',
  'de-CH',
  'de-AT',
  'en-IN',
  'sv',
  'ja',
  'ar-EG',
  'fa',
  'hi',
];

it('every whole number is read back as pages print it, and as digits alone, in every language', () => {
  fc.assert(
    fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), fc.constantFrom(...LOCALES), (n, locale) => {
      expect(parseCount(numberText(n, locale), locale)).toBe(n);
      expect(parseCount(` ${n} `, locale)).toBe(n);
    }),
  );
});

it.each([
  ['1,234', 'en', 1_234],
  ['1,234', 'de', null],
  ['1.234', 'de', 1_234],
  ['1.234', 'en', null],
  ['١٬٢٣٤', 'ar-EG', 1_234],
  ['۱٬۲۳۴', 'fa', 1_234],
  ['1 234 567', 'en', 1_234_567],
  ['12,34,567', 'en', 1_234_567],
  ['1’234', 'en', 1_234],
  ['1,234 567', 'en', null],
  ['1,23', 'en', null],
  ['12,3456', 'en', null],
  ['1,,234', 'en', null],
  ['-5', 'en', null],
  ['4.0', 'en', null],
  ['1e3', 'en', null],
  ['', 'en', null],
  ['many', 'en', null],
])('%j in %s is %s', (text, locale, count) => {
  expect(parseCount(text, locale)).toBe(count);
});
