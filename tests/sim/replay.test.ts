import { expect, test } from 'vitest';
import { db, onEachDatabase, ports } from '@/tests/support/data/each-database';
import { size } from '@/tests/support/fault/campaign';
import { planOf } from './plan';
import { begin, COMPARED, countedIds, lines, replay, SENDER, simulatedReplay } from './replay';

const SEEDS = size(6, 60);

onEachDatabase('the simulated database stands for the real one', () => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    test(`the actions of seed ${seed} leave the same rows, and tell clients the same`, async () => {
      const plan = planOf(seed, true);
      const kind = await db.rows('SELECT sqlite_version()').then(
        () => 'sqlite' as const,
        () => 'postgres' as const,
      );
      const secrets = { ...ports.secrets, newId: countedIds(), hash: (text: string) => text };
      const vault = { seal: (text: string) => text, open: (text: string) => text };
      const own = { ...ports, secrets, vault, webhooks: SENDER, voteProofs: { check: () => null } };
      await begin(own, plan, db.run);
      const told = await replay({ ports: own, setClock: db.setClock }, plan);
      const simulated = await simulatedReplay(kind, plan);
      expect(simulated.told).toEqual(told);
      for (const { table, sql, rows } of COMPARED) {
        const found = (await db.rows(sql)).map((row) => Object.values(row));
        expect(lines(rows(simulated.database)), table).toEqual(lines(found));
      }
    });
  }
});
