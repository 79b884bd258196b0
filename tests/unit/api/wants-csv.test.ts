import { expect, it } from 'vitest';
import { wantsCsv } from '@/lib/api/negotiation';

it.each([
  [null, false],
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
  expect(wantsCsv(accept)).toBe(isCsv);
});
