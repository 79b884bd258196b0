import { expect, it } from 'vitest';
import { openPool } from '@/lib/data/postgres/pool';
import { PostgresStore } from '@/lib/data/postgres/store';
import type { Effect } from '@/lib/domain/reports/effect';
import { BOT_ID, REPORT, T0 } from '@/tests/support/data/accounts';
import { spreadUrl } from '@/tests/support/data/citus-database';
import { throughCoordinator } from '@/tests/support/data/databases';
import { directory, onEachDatabase } from '@/tests/support/data/each-database';
import { register } from '@/tests/support/data/fixtures';

/** What a statement of the coordinator sent to workers, without what begins and ends a transaction. */
const FRAME = /^(BEGIN|COMMIT|ROLLBACK|SELECT assign_|SET |WITH placement)/i;

onEachDatabase('the hot statements', () => {
  const report = (number: number): Effect => ({ kind: 'report', ...REPORT, atMs: T0 + number, number });
  const event: Effect = {
    kind: 'event',
    event: {
      type: 'bot.enabled',
      period: '0:free',
      atMs: T0,
      dueAtMs: T0,
      data: { botId: BOT_ID, botName: 'b' },
    },
  };
  it.each<readonly [string, readonly Effect[]]>([
    ['a read that counts', []],
    ['a report', [report(1)]],
    ['two reports', [report(1), report(2)]],
    ['an event', [event]],
    ['all at once', [report(1), event]],
  ])(
    '%s is one task each for the read and the write, and is never prepared for two nodes',
    async (_, effects) => {
      await register(directory);
      const pool = openPool({
        url: spreadUrl(),
        max: 1,
        onError: () => {},
        settings: ['citus.log_remote_commands=on', 'client_min_messages=notice'],
      });
      const sent: string[] = [];
      pool.on('connect', (client) =>
        client.on('notice', ({ message }) => {
          const [, command] = /^issuing (.*)/s.exec(message ?? '') ?? [];
          if (command !== undefined && !FRAME.test(command)) sent.push(command);
        }),
      );
      const store = new PostgresStore(pool, () => {}, throughCoordinator(pool));
      await store.call({ botId: BOT_ID }, (account) => ({
        account: { ...account, cycle: { ...account.cycle, used: 5 } },
        effects,
        outcome: null,
      }));
      await store.close();
      await pool.end();
      expect(sent).toHaveLength(2);
      expect(sent.filter((command) => /PREPARE TRANSACTION/i.test(command))).toEqual([]);
    },
  );
});
