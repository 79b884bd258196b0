import { crc32 } from 'node:zlib';

/** Midnight of 1 January 1980, the first moment of the format. */
const [TIME, DATE] = [0, (1 << 5) | 1];
const VERSION = 20;
/** Made on Unix, so that the modes below count. */
const MADE_BY = (3 << 8) | VERSION;
const MODE = 0o100644 << 16;
/** Names are UTF-8. */
const FLAGS = 0x0800;

/**
 * A zip of small files, uncompressed: the bytes are the same whatever version of zlib Node.js has.
 * @param {ReadonlyMap<string, Buffer>} files by name, in the order of the archive
 */
export function zip(files) {
  /** @type {Buffer[]} */
  const parts = [];
  /** @type {Buffer[]} */
  const directory = [];
  let offset = 0;
  for (const [name, content] of files) {
    const path = Buffer.from(name);
    const common = block([
      ...[VERSION, FLAGS, 0, TIME, DATE].map((value) => [value, 2]),
      ...[crc32(content), content.length, content.length].map((value) => [value, 4]),
      [path.length, 2],
      [0, 2],
    ]);
    parts.push(Buffer.from('PK\x03\x04'), common, path, content);
    const rest = block([...[0, 0, 0].map((value) => [value, 2]), [MODE, 4], [offset, 4]]);
    directory.push(Buffer.from('PK\x01\x02'), block([[MADE_BY, 2]]), common, rest, path);
    offset += 4 + common.length + path.length + content.length;
  }
  const size = Buffer.concat(directory).length;
  const end = block([
    ...[0, 0, files.size, files.size].map((value) => [value, 2]),
    ...[size, offset].map((value) => [value, 4]),
    [0, 2],
  ]);
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06'), end]);
}

/**
 * Little-endian numbers.
 * @param {number[][]} fields value and length in bytes of each
 */
function block(fields) {
  return Buffer.concat(
    fields.map(([value = 0, length = 0]) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32LE(value >>> 0);
      return bytes.subarray(0, length);
    }),
  );
}
