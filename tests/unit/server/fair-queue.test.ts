import { describe, expect, it } from 'vitest';
import { FairQueue } from '@/lib/server/pages/request-queue';

const drained = (queue: FairQueue<string>) => {
  const order: string[] = [];
  for (let item = queue.next(); item !== undefined; item = queue.next()) order.push(item);
  return order;
};

describe('FairQueue', () => {
  it('takes clients in turn, and the requests of each in order', () => {
    const queue = new FairQueue<string>({ perClientMax: 9, max: 9 });
    for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2'])
      expect(queue.add(item[0] ?? '', item)).toBeNull();
    expect(queue.next()).toBe('a1');
    // A new client comes before the second request of one that was served.
    queue.add('d', 'd1');
    expect(drained(queue)).toEqual(['b1', 'c1', 'a2', 'd1', 'c2', 'a3']);
    expect(queue.size).toBe(0);
  });

  it('refuses requests of a client beyond its maximum', () => {
    const queue = new FairQueue<string>({ perClientMax: 2, max: 9 });
    expect(['a1', 'a2', 'a3'].map((item) => queue.add('a', item))).toEqual([null, null, 'a3']);
    expect(queue.add('b', 'b1')).toBeNull();
    queue.delete('a', 'a1');
    expect(queue.add('a', 'a4')).toBeNull();
    expect(drained(queue)).toEqual(['a2', 'b1', 'a4']);
  });

  it('when full, drops the newest request of the client with most, so that others get in', () => {
    const queue = new FairQueue<string>({ perClientMax: 9, max: 3 });
    for (const item of ['a1', 'a2', 'b1']) expect(queue.add(item[0] ?? '', item)).toBeNull();
    expect(queue.add('c', 'c1')).toBe('a2');
    expect(queue.add('d', 'd1')).toBe('a1');
    expect(drained(queue)).toEqual(['b1', 'c1', 'd1']);
  });

  it('forgets clients without requests, and ignores deleting twice', () => {
    const queue = new FairQueue<string>({ perClientMax: 9, max: 9 });
    queue.add('a', 'a1');
    queue.add('b', 'b1');
    queue.delete('a', 'a1');
    queue.delete('a', 'a1');
    queue.delete('x', 'x1');
    expect(drained(queue)).toEqual(['b1']);
    queue.delete('b', 'b1');
    expect(queue.size).toBe(0);
  });
});
