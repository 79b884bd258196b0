import { expect, inject, it, onTestFinished } from 'vitest';
import { PostgresDirectory } from '@/lib/data/postgres/directory';
import { migrate } from '@/lib/data/postgres/open';
import { openPool } from '@/lib/data/postgres/pool';
import { WRITE_HEARTBEATS, WRITE_KEY_USES } from '@/lib/data/postgres/statements';
import { T0 } from '@/tests/support/data/accounts';
import { register } from '@/tests/support/data/fixtures';
import { createDatabase } from '@/tests/support/process/database-url';

const BOTS = ['1000000000000000001', '1000000000000000002', '1000000000000000003'];

it.each([
  ['bots', WRITE_HEARTBEATS, BOTS],
  ['api_keys', WRITE_KEY_USES, BOTS.map((id) => `key-of-${id}`)],
])(
  'rows of %s are locked in one order, in whatever order they are named and stored',
  async (table, statement, ids) => {
    const pool = openPool({ url: await createDatabase(inject('postgresUrl')), max: 5, onError: () => {} });
    onTestFinished(() => pool.end());
    await migrate(pool);
    // Stored from the last to the first.
    for (const id of BOTS.toReversed()) await register(new PostgresDirectory(pool), { id });
    const [first = '', middle = '', last = ''] = ids;
    const isFree = (id: string) =>
      pool
        .query(`SELECT 1 FROM ${table} WHERE id = $1 FOR UPDATE SKIP LOCKED`, [id])
        .then(({ rowCount }) => rowCount === 1);
    for (const order of [ids, ids.toReversed()]) {
      const holder = await pool.connect();
      let written: Promise<{ rowCount: number | null }> | undefined;
      try {
        await holder.query('BEGIN');
        await holder.query(`SELECT 1 FROM ${table} WHERE id = $1 FOR UPDATE`, [middle]);
        written = pool.query({ ...statement, values: [order, order.map(() => T0)] });
        const waiting = `SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        await expect.poll(async () => (await pool.query(waiting)).rows[0]?.n).toBe(1);
        expect([await isFree(first), await isFree(last)]).toEqual([false, true]);
      } finally {
        await holder.query('ROLLBACK');
        holder.release();
      }
      expect((await written)?.rowCount).toBe(ids.length);
      await pool.query('UPDATE bots SET last_heartbeat_at_ms = NULL');
    }
  },
);
