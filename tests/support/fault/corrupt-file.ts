import { readFileSync, writeFileSync } from 'node:fs';

const PAGE = 4_096;
const SECTOR = 512;
const HEADER = 100;

type Random = (below: number) => number;

const noise = (bytes: number, random: Random) =>
  Buffer.from(Array.from({ length: bytes }, () => random(256)));
const pagesOf = (bytes: Buffer) => Math.floor(bytes.length / PAGE);

/** Kinds of corruption of a database file. */
const DATABASE_FAULTS: Record<string, (bytes: Buffer, random: Random) => Buffer> = {
  'noise in the header': (bytes, random) => {
    noise(1 + random(16), random).copy(bytes, random(HEADER - 16));
    return bytes;
  },
  'a page of zeros': (bytes, random) => bytes.fill(0, ...range(random(pagesOf(bytes)) * PAGE, PAGE)),
  'a page of noise': (bytes, random) => {
    noise(PAGE, random).copy(bytes, random(pagesOf(bytes)) * PAGE);
    return bytes;
  },
  'a page in the place of another': (bytes, random) => {
    const [from, to] = [random(pagesOf(bytes)) * PAGE, random(pagesOf(bytes)) * PAGE];
    bytes.copy(bytes, to, from, from + PAGE);
    return bytes;
  },
  'a sector of zeros': (bytes, random) =>
    bytes.fill(0, ...range(random(Math.floor(bytes.length / SECTOR)) * SECTOR, SECTOR)),
  'a page header of zeros': (bytes, random) =>
    bytes.fill(0, ...range((1 + random(pagesOf(bytes) - 1)) * PAGE, 16)),
  truncated: (bytes, random) => bytes.subarray(0, 1 + random(bytes.length - 1)),
  'text instead': () => Buffer.from('Remember the milk.\n'.repeat(1_000)),
};
const WAL_FAULTS: typeof DATABASE_FAULTS = {
  'WAL: noise': (bytes, random) => {
    noise(64, random).copy(bytes, random(bytes.length - 64));
    return bytes;
  },
  'WAL: zeros': (bytes, random) => bytes.fill(0, ...range(random(bytes.length - PAGE), PAGE)),
  'WAL: truncated': (bytes, random) => bytes.subarray(0, random(bytes.length)),
  'WAL: noise in its header': (bytes, random) => {
    noise(4, random).copy(bytes, random(28));
    return bytes;
  },
};

const range = (from: number, length: number): [number, number] => [from, from + length];

/** Corrupts a database or its WAL in a random way; returns the kind of corruption. */
export function corruptFile(file: string, random: Random): string {
  const faults = Object.entries({ ...DATABASE_FAULTS, ...WAL_FAULTS });
  const [name, corrupt] = faults[random(faults.length)] ?? ['nothing', (bytes: Buffer) => bytes];
  const path = name.startsWith('WAL') ? `${file}-wal` : file;
  writeFileSync(path, corrupt(readFileSync(path), random));
  return name;
}
