import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Canary, formsOf } from './canaries';

type Needle = { readonly canary: Canary; readonly bytes: Buffer };

/** Everything that the product sent, printed or stored, in named pieces. */
export class Evidence {
  readonly #pieces: { readonly place: string; readonly bytes: Buffer }[] = [];
  #bytes = 0;

  add(place: string, content: string | Buffer): void {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    this.#pieces.push({ place, bytes });
    this.#bytes += bytes.length;
  }

  /** Adds every file of a build, archives unpacked. */
  addBuild(root: string): void {
    for (const folder of ['.next/static', '.next/server', 'dist']) {
      const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
      for (const entry of entries.filter((one) => one.isFile())) {
        const content = readFileSync(join(entry.parentPath, entry.name));
        this.add(`${folder} ${entry.name}`, entry.name.endsWith('.tgz') ? gunzipSync(content) : content);
      }
    }
  }

  get size(): { pieces: number; bytes: number } {
    return { pieces: this.#pieces.length, bytes: this.#bytes };
  }

  /** Every place that shows a canary, as `name: place`, sorted and without repetition. */
  findAll(canaries: readonly Canary[]): string[] {
    const needles = canaries.flatMap((canary) => formsOf(canary.value).map((bytes) => ({ canary, bytes })));
    const index = indexOf(needles);
    const found = new Set<string>();
    for (const { place, bytes } of this.#pieces) {
      for (const { canary } of search(bytes, index)) found.add(`${canary.name}: ${place}`);
    }
    return [...found].sort();
  }
}

/** Needles by their first three bytes, so that one pass finds all of them. */
type Index = { readonly isFirst: Uint8Array; readonly byFirst: ReadonlyMap<number, readonly Needle[]> };

function indexOf(needles: readonly Needle[]): Index {
  const isFirst = new Uint8Array(2 ** 24);
  const byFirst = new Map<number, Needle[]>();
  for (const needle of needles) {
    const first = needle.bytes.readUIntBE(0, 3);
    isFirst[first] = 1;
    byFirst.set(first, [...(byFirst.get(first) ?? []), needle]);
  }
  return { isFirst, byFirst };
}

function search(bytes: Buffer, { isFirst, byFirst }: Index): Set<Needle> {
  const found = new Set<Needle>();
  let first = 0;
  for (let at = 0; at < bytes.length; at++) {
    first = ((first << 8) | (bytes[at] ?? 0)) & 0xff_ff_ff;
    if (isFirst[first] === 0) continue;
    for (const needle of byFirst.get(first) ?? []) {
      if (bytes.subarray(at - 2, at - 2 + needle.bytes.length).equals(needle.bytes)) found.add(needle);
    }
  }
  return found;
}
