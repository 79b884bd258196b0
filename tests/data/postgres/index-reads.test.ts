import { expect, inject, it } from 'vitest';
import { evictBrokenClients } from '@/lib/data/postgres/evict-broken-clients';
import { indexReads } from '@/lib/data/postgres/index-reads';
import { openPool } from '@/lib/data/postgres/pool';

it('a history is read by the index, and then its connection reads as before, also after an error', async () => {
  const pool = openPool({ url: inject('postgresUrl'), max: 1, onError: () => {} });
  await pool.query('CREATE TEMP TABLE seen AS SELECT id FROM generate_series(1, 10) AS id');
  await pool.query('ALTER TABLE seen ADD PRIMARY KEY (id)');
  const explain = 'EXPLAIN SELECT * FROM seen WHERE id > 0';
  const histories = indexReads(evictBrokenClients(pool));
  for (const isFailing of [false, true]) {
    const client = await histories.connect();
    expect(JSON.stringify(await client.query(explain, []))).toContain('Index');
    if (isFailing) await expect(client.query('SELECT 1 / 0', [])).rejects.toThrow('zero');
    client.release();
    expect(JSON.stringify(await pool.query(explain))).toContain('Seq Scan');
  }
  await pool.end();
});
