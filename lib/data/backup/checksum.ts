import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename } from 'node:path';

/** The file beside a backup, in the form of `sha256sum`. */
const checksumFile = (file: string): string => `${file}.sha256`;

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { highWaterMark: 2 ** 20 })) hash.update(chunk);
  return hash.digest('hex');
}

/** Writes the checksum of `content`, which is going to be `file`, and syncs it. */
export async function writeChecksum(file: string, content: string): Promise<void> {
  const line = `${await sha256Of(content)}  ${basename(file)}\n`;
  const descriptor = openSync(checksumFile(file), 'w', 0o600);
  try {
    writeFileSync(descriptor, line);
    fsyncSync(descriptor);
  } catch (error) {
    rmSync(checksumFile(file));
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Throws if a file is not the one of its checksum. Returns whether it has one. */
export async function requireChecksum(file: string): Promise<boolean> {
  if (!existsSync(checksumFile(file))) return false;
  const [expected] = readFileSync(checksumFile(file), 'utf8').split(/\s/);
  if (expected === (await sha256Of(file))) return true;
  throw new Error(
    `${file} is not a valid backup: it is not the file of which ${checksumFile(file)} has the checksum.`,
  );
}
