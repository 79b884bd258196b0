import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packPoints, unpackPoints } from '@/lib/contract/packed-points';
import { deltaOf, runsOf, withDelta } from '@/lib/contract/parts';
import { mergePoints, pointOf } from '@/lib/domain/summary';
import { anyReport, T0 } from '@/tests/support/data/accounts';

const anyTimed = fc.tuple(anyReport, fc.nat()).map(([report, ms]) => ({ ...report, atMs: T0 + ms }));
const anyPoint = fc.tuple(anyTimed, anyTimed).map(([a, b]) => {
  const { first: _, firstAtMs: _at, ...point } = mergePoints(pointOf(a), pointOf(b));
  return point;
});

it('packed points are the points, whatever their order', () => {
  fc.assert(
    fc.property(fc.array(anyPoint), (points) => {
      expect(unpackPoints(packPoints(points))).toEqual(points);
    }),
  );
});

/** Blocks of few different contents, so that readers have some of them already. */
const anyBlocks = fc.array(fc.array(fc.nat(2), { minLength: 1, maxLength: 2 }), { maxLength: 5 });
const tagsOf = (blocks: readonly unknown[]) => blocks.map((block) => JSON.stringify(block));

it('a delta makes the new parts of the former ones, and has no block that the reader has', () => {
  fc.assert(
    fc.property(anyBlocks, anyBlocks, (former, blocks) => {
      const known = tagsOf(former);
      const delta = deltaOf({ rest: 'new', blocks }, tagsOf(blocks), known);
      expect(withDelta({ rest: 'old', blocks: former }, delta)).toEqual({ rest: 'new', blocks });
      for (const block of delta.blocks) expect(known).not.toContain(JSON.stringify(block));
    }),
  );
});

it('runs are the list, split wherever the number changes', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(2)), (items) => {
      const runs = runsOf(items, (item) => item);
      expect(runs.flat()).toEqual(items);
      for (const [at, run] of runs.entries()) {
        expect(new Set(run).size).toBe(1);
        expect(run[0]).not.toBe(runs[at - 1]?.[0]);
      }
    }),
  );
});
