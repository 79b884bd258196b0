import { type Canary, formsOf } from './canaries';

type Needle = { readonly canary: Canary; readonly bytes: Buffer };

/** Everything that the product gave out or left behind, piece by piece. */
export class Evidence {
  readonly #pieces: { readonly place: string; readonly bytes: Buffer }[] = [];
  #bytes = 0;

  add(place: string, content: string | Buffer): void {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    this.#pieces.push({ place, bytes });
    this.#bytes += bytes.length;
  }

  get size(): { pieces: number; bytes: number } {
    return { pieces: this.#pieces.length, bytes: this.#bytes };
  }

  /** Every place that shows a canary, `name: place`, without repetition. */
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

/** Needles by their first three bytes, and a map of those: all are looked for in one pass. */
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
