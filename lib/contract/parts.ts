/** A view of a page, in parts: so a page that is read again gets only what changed. */
export type Parts<Rest, Block> = {
  /** Sent whenever anything changed. */
  readonly rest: Rest;
  /** In order; each is sent only if it changed. */
  readonly blocks: readonly Block[];
};

/** What the server sends to a reader that has other blocks: a number is the position of one that the reader has. */
export type Delta<Rest, Block> = Parts<Rest, Block | number>;

/** Parts and the entity tag of their version. */
export type Versioned<P> = { readonly etag: string; readonly parts: P };

/** The instance manipulation (RFC 3229) of the pages' own reads: `A-IM: blocks` asks for a Delta, status 226. */
export const BLOCKS_IM = 'blocks';

/** `tags` are those of `blocks`, `known` those of the reader's blocks. */
export function deltaOf<Rest, Block>(
  { rest, blocks }: Parts<Rest, Block>,
  tags: readonly string[],
  known: readonly string[],
): Delta<Rest, Block> {
  const places = new Map(known.map((tag, at) => [tag, at]));
  return { rest, blocks: blocks.map((block, at) => places.get(tags[at] ?? '') ?? block) };
}

/** The parts of which `delta` was made, for the reader who has `before`. */
export const withDelta = <Rest, Block extends object>(
  before: Parts<Rest, Block>,
  { rest, blocks }: Delta<Rest, Block>,
): Parts<Rest, Block> => ({
  rest,
  blocks: blocks.map((block) => (typeof block === 'number' ? before.blocks[block] : block)).filter(isKnown),
});

const isKnown = <Block>(block: Block | undefined): block is Block => block !== undefined;

/** Splits a list into runs of items with the same number. */
export function runsOf<Item>(items: readonly Item[], numberOf: (item: Item, at: number) => number): Item[][] {
  const runs: Item[][] = [];
  items.forEach((item, at) => {
    const before = items[at - 1];
    const run = runs.at(-1);
    if (run !== undefined && before !== undefined && numberOf(before, at - 1) === numberOf(item, at)) {
      run.push(item);
    } else {
      runs.push([item]);
    }
  });
  return runs;
}
