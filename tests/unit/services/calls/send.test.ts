import { expect, it } from 'vitest';
import { sendStats } from '@/lib/services/calls/send';
import { BOT_ID } from '@/tests/support/data/accounts';
import { contextForEachTest, PRINCIPALS } from '@/tests/support/data/principals';
import { accepted } from '@/tests/support/result';

const context = contextForEachTest();
const botOf = async (id: string) =>
  (await context().db.rows(`SELECT * FROM bots WHERE id = '${id}'`))[0] ?? null;

it('a person who sends statistics by hand is judged and counted as over the API', async () => {
  const { ports } = context();
  const send = (serverCount: unknown) =>
    sendStats(ports, PRINCIPALS.owner, BOT_ID, { serverCount, userCount: 1, shardCount: 1 });
  expect(accepted(await send('many'))).toMatchObject({ kind: 'faulty', issues: [{ path: 'serverCount' }] });
  expect(accepted(await send(3))).toMatchObject({
    outcome: { kind: 'served' },
    account: { cycle: { used: 1 } },
  });
  expect(accepted(await send(4))).toMatchObject({ outcome: { error: 'update_too_soon' } });
  expect(await botOf(BOT_ID)).toMatchObject({ server_count: 3, cycle_used: 1 });
});
