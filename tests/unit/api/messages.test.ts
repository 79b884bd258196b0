import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonFault, textFault } from '@/lib/contract/faults/json';
import { keyFault } from '@/lib/contract/faults/key';
import { checkReportBody } from '@/lib/contract/report';
import { BOT_ID } from '@/tests/support/data/accounts';

/** The exact messages of typical mistakes are tested over HTTP in tests/api/rules. */

const SENTENCE = /^[A-Z][^\n]*\.$/;
/** Long and unusual enough not to be a word of a message. */
const secret = fc
  .tuple(
    fc.constantFrom('', 'btm_', 'Bearer ', '"', "'", '<', '{', '[', '-', '1', '{"'),
    fc.string(),
    fc.nat(),
  )
  .map(([before, text, number]) => `${before}${text}~${number}~`);

it('no message shows any part of what was sent', () => {
  fc.assert(
    fc.property(secret, (sent) => {
      const checked = checkReportBody({ botId: sent, serverCount: sent, [sent]: sent });
      const messages = [keyFault(sent), textFault(sent).reason, JSON.stringify(checked)].join();
      expect(messages).not.toContain(sent);
      expect(messages).not.toContain('~');
      expect(keyFault(sent)).toMatch(SENTENCE);
    }),
    { numRuns: 1_000 },
  );
});

const VALID = JSON.stringify({
  botId: BOT_ID,
  'a "b" \\ é😀': [1.5e3, -0, true, [], {}, [null, { x: '\n' }]],
});

it('the fault of a text is after everything that could begin JSON, wherever a valid text is damaged', () => {
  for (let at = 0; at < VALID.length; at++) {
    const cut = VALID.slice(0, at);
    const { position = 0, reason } = textFault(`${cut}\u0001`);
    // In the middle of a number or word, it is at the start of that; characters outside the BMP count once.
    expect([...cut].length - position).toBeLessThanOrEqual(5);
    expect(position).toBeLessThanOrEqual([...cut].length);
    expect(reason).toMatch(SENTENCE);
  }
});

it.each([
  ['[1,]', 3, 'A comma must not be the last thing in an object or list.'],
  ['{"a" 1}', 5, 'A colon is expected after a name.'],
  ['{"a":1 "b":2}', 7, 'A comma or the end of the object or list is expected.'],
  ['{"a":1}}', 7, 'There is more text after the end of the JSON.'],
  ['{"a":0273}', 5, 'A number is not written as in JSON, such as 1200.'],
  ['{"a":1_000}', 5, 'A number is not written as in JSON, such as 1200.'],
  ['{"a":True}', 5, 'Write true, false and null in JSON.'],
  ['{"a":1} // b', 8, 'JSON has no comments.'],
  [
    '{"a":"b\nc"}',
    7,
    'A line break or another control character in a text needs a backslash, and so does a backslash.',
  ],
  ['{"é😀":}', 6, 'A value is expected.'],
  ['<html>', undefined, 'The body is HTML or XML.'],
  ['['.repeat(16_384), 16_384, 'The body ends too early.'],
])('%.20s at %s: %s', (text, position, reason) => {
  expect(textFault(text)).toEqual({ reason, ...(position !== undefined && { position }) });
});

it('the fault of any bytes is one sentence', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      expect(jsonFault(bytes).reason).toMatch(SENTENCE);
    }),
  );
});
