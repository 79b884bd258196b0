import { describe, expect, it } from 'vitest';
import { csv } from '@/lib/view/csv';

describe('csv', () => {
  it('writes a header and rows as RFC 4180 has them', () => {
    expect(csv(['time', 'servers'], [['2026-02-05T02:35:00.000Z', 4]])).toBe(
      'time,servers\r\n2026-02-05T02:35:00.000Z,4\r\n',
    );
  });

  it('quotes what would break a line or a field', () => {
    expect(csv(['a,b'], [['say "hi"'], ['two\nlines']])).toBe('"a,b"\r\n"say ""hi"""\r\n"two\nlines"\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '=HYPERLINK("http://x","y")'])(
    'lets no spreadsheet run %j',
    (text) => {
      const cell = csv([], [[text]])
        .split('\r\n')
        .slice(1)
        .join('\r\n')
        .replace(/^"/, '');
      expect(cell.startsWith("'")).toBe(true);
    },
  );

  it('leaves numbers as numbers, negative ones too, and nothing empty', () => {
    expect(csv(['n'], [[-5], [null]])).toBe('n\r\n-5\r\n\r\n');
  });
});
