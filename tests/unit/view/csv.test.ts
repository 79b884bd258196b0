import { expect, it } from 'vitest';
import { csv } from '@/lib/view/csv';

it.each([
  ['as in RFC 4180', ['at', 'servers'], [['2026-02-05', 4]], 'at,servers\r\n2026-02-05,4\r\n'],
  [
    'with quotes where needed',
    ['a,b'],
    [['say "hi"'], ['2\nlines']],
    '"a,b"\r\n"say ""hi"""\r\n"2\nlines"\r\n',
  ],
  ['with negative and missing numbers', ['n'], [[-5], [null]], 'n\r\n-5\r\n\r\n'],
])('writes a header and rows %s', (_, header, rows, text) => {
  expect(csv(header, rows)).toBe(text);
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '=HYPERLINK("http://x","y")'])(
  'does not let a spreadsheet run %j',
  (text) => {
    expect(csv([], [[text]])).toMatch(/^\r\n"?'/);
  },
);
