import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pageTemplate } from '@/lib/server/shared-pages/page-template';

const NONCE = 'the old nonce';
const text = fc.string({ unit: 'binary', maxLength: 50 }).filter((piece) => !piece.includes('o'));

it('replaces every nonce, plain and compressed', () => {
  fc.assert(
    fc.property(
      fc.array(text, { minLength: 1, maxLength: 20 }),
      fc.base64String({ minLength: 4 }),
      (pieces, fresh) => {
        const template = pageTemplate(pieces.join(NONCE), NONCE);
        // Lone surrogates become U+FFFD as in any UTF-8 text.
        const expected = Buffer.from(pieces.map((piece) => Buffer.from(piece).toString()).join(fresh));
        expect(Buffer.concat(template.plain(fresh))).toEqual(expected);
        expect(gunzipSync(Buffer.concat(template.gzip(fresh)))).toEqual(expected);
      },
    ),
  );
});
