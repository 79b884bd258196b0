import { expect, it } from 'vitest';
import { entityTag, hasTag, prefers } from '@/lib/api/negotiation';

it.each([
  [undefined, false],
  ['*/*', false],
  ['text/*', false],
  ['application/json', false],
  ['text/csv', true],
  ['Text/CSV; charset=utf-8', true],
  ['text/html, text/csv;q=0.5, */*;q=0.1', true],
  ['text/csv, application/json', true],
  ['text/csv;q=0.8, application/json;q=0.9', false],
  ['text/csv;q=0', false],
  ['text/csv;q=x', false],
])('Accept %j asks for CSV: %s', (accept, isCsv) => {
  expect(prefers(accept, 'text/csv')).toBe(isCsv);
});

const TAG = entityTag({ of: 'this' });
const OTHER = entityTag({ of: 'that' });

it.each([
  [undefined, false],
  ['', false],
  [OTHER, false],
  [TAG.slice(0, -2), false],
  [`x${TAG}`, false],
  [TAG, true],
  ['*', true],
  // A proxy that compresses may have made it strong, or the client.
  [TAG.slice('W/'.length), true],
  [`${OTHER} ,\t${TAG}`, true],
])('If-None-Match %j names the version: %s', (field, isNamed) => {
  expect(hasTag(field, TAG)).toBe(isNamed);
});
