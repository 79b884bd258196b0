import { gzipSync } from 'fflate';

/**
 * A gzipped tar (POSIX ustar) of small text files under `package/`, as npm installs it. The compressor is JavaScript:
 * the bytes of zlib depend on the version and the platform of Node.js.
 * @param {Record<string, string>} files
 */
export function packageArchive(files) {
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const content = Buffer.from(text);
    const padding = Buffer.alloc((512 - (content.length % 512)) % 512);
    return [header(`package/${name}`, content.length), content, padding];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]), { level: 9, mtime: 0 });
}

/**
 * @param {string} path
 * @param {number} size in bytes
 */
function header(path, size) {
  const block = Buffer.alloc(512);
  const octal = (/** @type {number} */ value, /** @type {number} */ digits) =>
    value.toString(8).padStart(digits, '0');
  block.write(path, 0);
  block.write(`${octal(0o644, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0`, 100);
  block.write(`${octal(size, 11)}\0${octal(0, 11)}\0`, 124);
  block.write(`${' '.repeat(8)}0`, 148);
  block.write('ustar\u000000', 257);
  const checksum = block.reduce((sum, byte) => sum + byte, 0);
  block.write(`${octal(checksum, 6)}\0 `, 148);
  return block;
}
