import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type MadeSource, makeSource } from '../../support/data/vote-api';
import { bodyOf, delivery } from '../../support/data/vote-deliveries';
import { figure, randomFrom, SEED, size } from '../../support/fault/campaign';
import { suiteFolder, suitePostgres } from '../../support/fault/serve';
import { createDatabase, databaseUrlOf } from '../../support/process/database-url';
import { Client } from '../../support/process/http';
import { createOwner, Operator } from '../../support/process/operator';
import { openRawDatabase } from '../../support/process/raw-database';
import { startService, stopService } from '../../support/process/service';

const KILLS = size(3, 50);
/** So many that none of them gets more votes than are stored in a second. */
const BOTS = 32;
const AT_ONCE = 24;

const folder = suiteFolder();
const postgres = suitePostgres();
const DATABASES = [
  ['SQLite', async () => databaseUrlOf(join(folder, 'votes.db'))],
  ['PostgreSQL', () => createDatabase(postgres().url)],
] as const;

it.each(DATABASES)(
  `on %s, in ${KILLS} SIGKILLs while votes arrive, every acknowledged one is stored, and each once though it is sent again`,
  { timeout: 1_800_000 },
  async (name, create) => {
    const databaseUrl = await create();
    await createOwner(databaseUrl);
    const operator = new Operator(databaseUrl);
    const ports = await operator.ports();
    const sources: (MadeSource & { readonly botId: string })[] = [];
    for (const { id } of await operator.bots(BOTS, 'business'))
      sources.push({ botId: id, ...(await makeSource(ports, 'topgg', id)) });
    const random = randomFrom(SEED);
    const raw = openRawDatabase(databaseUrl);
    let last = 0;
    const sent: string[] = [];
    const acknowledged = new Set<string>();
    /** What a list does without an answer: it sends the same again. */
    const unanswered: string[] = [];
    const post = async (client: Client, user: string) => {
      const { botId, path, secret } = sources[Number(user.split('-')[1]) % BOTS] as (typeof sources)[number];
      const body = JSON.stringify(bodyOf('topgg', 0, { bot: botId, user }));
      const response = await client.send({ method: 'POST', path, ...delivery('topgg', secret, body, 0) });
      expect(response.status).toBe(200);
      acknowledged.add(user);
    };
    for (let kill = 1; kill <= KILLS; kill++) {
      const service = await startService({ databaseUrl });
      const client = new Client(service.port);
      const again = unanswered.splice(0);
      const stopAt = acknowledged.size + again.length + 20 + random(200);
      let isKilled = false;
      const run = async () => {
        while (!isKilled) {
          const user = again.pop() ?? `user-${++last}`;
          if (!sent.includes(user)) sent.push(user);
          await post(client, user).catch(() => unanswered.push(user));
          if (acknowledged.size >= stopAt && !isKilled) {
            isKilled = true;
            service.kill('SIGKILL');
          }
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, run));
      unanswered.push(...again);
      expect((await service.ended).signal).toBe('SIGKILL');
      client.close();
      const rows = await raw.rows<{ user_id: string }>('SELECT user_id FROM votes');
      const stored = new Set(rows.map(({ user_id }) => user_id));
      expect(stored.size).toBe(rows.length);
      expect([...acknowledged].filter((user) => !stored.has(user))).toEqual([]);
    }
    const service = await startService({ databaseUrl });
    const client = new Client(service.port);
    const repeated = unanswered.length;
    for (const user of unanswered) await post(client, user);
    client.close();
    expect((await stopService(service)).code).toBe(0);
    const [days] = await raw.rows<{ votes: number }>('SELECT sum(votes) AS votes FROM vote_days');
    const [votes] = await raw.rows<{ votes: number }>('SELECT count(*) AS votes FROM votes');
    expect([Number(days?.votes), Number(votes?.votes)]).toEqual([sent.length, sent.length]);
    await Promise.all([raw.close(), operator.close()]);
    figure(
      'Votes',
      `${name}, ${KILLS} SIGKILLs while votes arrive: every acknowledged vote stored, each once though it is sent again`,
      `${sent.length} votes, 0 lost, 0 doubled, the last ${repeated} without an answer sent again`,
    );
  },
);
