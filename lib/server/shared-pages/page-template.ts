import { constants, crc32, deflateRawSync } from 'node:zlib';

/** A rendered page split at the nonce, so that each response gets its own nonce without copying the page. */
export type PageTemplate = {
  /** The uncompressed page with this nonce. */
  readonly plain: (nonce: string) => readonly Buffer[];
  /** The same for `Content-Encoding: gzip`. */
  readonly gzip: (nonce: string) => readonly Buffer[];
};

const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty final block that ends the deflate stream. */
const LAST_BLOCK = Buffer.from([0x03, 0x00]);

export function pageTemplate(html: string, nonce: string): PageTemplate {
  const pieces = html.split(nonce).map((piece) => Buffer.from(piece));
  // Z_FULL_FLUSH ends each piece on a byte boundary without references to earlier data, so a nonce fits in between.
  const deflated = pieces.map((piece) =>
    deflateRawSync(piece, { level: 9, finishFlush: constants.Z_FULL_FLUSH }),
  );
  const plain = (fresh: string) => join(pieces, Buffer.from(fresh));
  return {
    plain,
    gzip: (fresh) => {
      const trailer = Buffer.alloc(8);
      let sum = 0;
      let size = 0;
      for (const part of plain(fresh)) {
        // crc32 of an empty buffer would restart the sum.
        if (part.length > 0) sum = crc32(part, sum);
        size += part.length;
      }
      trailer.writeUInt32LE(sum, 0);
      trailer.writeUInt32LE(size, 4);
      return [GZIP_HEADER, ...join(deflated, storedBlock(fresh)), LAST_BLOCK, trailer];
    },
  };
}

/** An uncompressed deflate block (RFC 1951, section 3.2.4). */
function storedBlock(text: string): Buffer {
  const block = Buffer.alloc(5 + text.length);
  block.writeUInt16LE(text.length, 1);
  block.writeUInt16LE(~text.length & 0xffff, 3);
  block.write(text, 5, 'latin1');
  return block;
}

const join = (pieces: readonly Buffer[], between: Buffer): Buffer[] =>
  pieces.flatMap((piece, i) => (i === 0 ? [piece] : [between, piece]));
