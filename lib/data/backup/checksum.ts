import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { writeFileDurably } from './atomic-file';

/** The file beside a backup, in the form of `sha256sum`. */
const checksumFile = (file: string): string => `${file}.sha256`;

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { highWaterMark: 2 ** 20 })) hash.update(chunk);
  return hash.digest('hex');
}

/** Writes the checksum of `content`, which is going to be `file`. */
export async function writeChecksum(file: string, content: string): Promise<void> {
  writeFileDurably(checksumFile(file), `${await sha256Of(content)}  ${basename(file)}\n`);
}

/** The checksum that is noted beside a file; `null` if none is. */
export function checksumIn(file: string): string | null {
  try {
    return readFileSync(checksumFile(file), 'utf8').split(/\s/)[0] ?? null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Throws if a file is not the one of its checksum. Returns whether it has one. */
export async function requireChecksum(file: string): Promise<boolean> {
  const expected = checksumIn(file);
  if (expected === null) return false;
  if (expected === (await sha256Of(file))) return true;
  throw new Error(
    `${file} is not a valid backup: it is not the file of which ${checksumFile(file)} has the checksum.`,
  );
}
