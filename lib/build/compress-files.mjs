import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];
/** Scripts and styles; fonts are compressed by themselves. */
const COMPRESSED = /\.(?:css|js)$/;

/**
 * Writes a Brotli and a gzip copy next to each script and style below `folder`: once, with the most effort, instead of at
 * each request. lib/server/next/compressed-files.ts serves them.
 * @param {string} folder
 */
export async function compressFiles(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  await Promise.all(
    files.filter((file) => COMPRESSED.test(file)).map((file) => compressFile(join(folder, file))),
  );
}

async function compressFile(/** @type {string} */ file) {
  const content = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(`${file}.br`, await toBrotli(content, { params }));
  writeFileSync(`${file}.gz`, await toGzip(content, { level: constants.Z_BEST_COMPRESSION }));
}
