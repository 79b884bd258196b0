import { expect, it } from 'vitest';
import { DAY_MS, PLAN_NAMES } from '@/lib/domain/quota/plan';
import { PAGE_SIZE, type Page, type PageQuery } from '@/lib/domain/text/paging';
import type { Tables } from '@/lib/ports/ports';
import { T0 } from '@/tests/support/data/accounts';
import { db, directory, onEachDatabase } from '@/tests/support/data/each-database';
import { randomFrom, SEED } from '@/tests/support/fault/campaign';

/** Not a multiple of the page size, so that the last page has few rows. */
const ROWS = 3 * PAGE_SIZE + 7;
const NAMES = ['a', 'A', 'b', 'Zoë', '名前', '%', '_', ' '];
const MOMENTS = [T0, T0 + 1, T0 + DAY_MS];

/** Inserts users, bots, keys and entries of which many are equal in every sort order. */
async function fill(): Promise<void> {
  const below = randomFrom(SEED);
  const one = <T>(values: readonly T[]): T => values[below(values.length)] as T;
  const id = () => String(10n ** 17n + BigInt(below(1e9)) * 10_000n + BigInt(below(1e4)));
  const ids = [...new Set(Array.from({ length: ROWS }, id))];
  expect(ids).toHaveLength(ROWS);
  const when = () => (below(3) === 0 ? 'NULL' : one(MOMENTS));
  const insert = (table: string, columns: string, row: (id: string) => string) =>
    db.run(`INSERT INTO ${table} (${columns}) VALUES ${ids.map((each) => `(${row(each)})`)}`);
  await insert(
    'users',
    'id, email, name, role, created_at_ms',
    (each) =>
      `'${each}', '${each}@example.org', '${one(NAMES)}', '${one(['owner', 'admin'])}', ${one(MOMENTS)}`,
  );
  await insert(
    'bots',
    'id, name, owner_id, plan, former_history_days, registered_at_ms, last_report_at_ms',
    (each) =>
      `'${each}', '${one(NAMES)}', '${below(2) === 0 ? ids[0] : one(ids)}', '${one(PLAN_NAMES)}', 7, ${one(MOMENTS)}, ${when()}`,
  );
  await insert(
    'api_keys',
    'hash, id, bot_id, name, last4, created_at_ms, last_used_at_ms',
    (each) => `'hash-${each}', '${each}', '${one(ids)}', '${one(NAMES)}', 'abcd', ${one(MOMENTS)}, ${when()}`,
  );
  await insert('audit_log', 'at_ms, actor, action, subject', (each) => `${T0}, 'x', 'y', '${each}'`);
}

type Sorted = { readonly id: string | number; readonly by: string | number | null };
type List = {
  readonly search: (tables: Tables, query: PageQuery) => Promise<Page<Sorted>>;
  readonly sorts: readonly string[];
};

/** A list, and the sort value of each of its rows. */
const list = <Row>(
  search: (tables: Tables, query: PageQuery) => Promise<Page<Row>>,
  idOf: (row: Row) => string | number,
  sorts: Readonly<Record<string, (row: Row) => string | number | null>>,
): List => ({
  sorts: Object.keys(sorts),
  async search(tables, query) {
    const { rows, total } = await search(tables, query);
    return { total, rows: rows.map((row) => ({ id: idOf(row), by: sorts[query.sort]?.(row) ?? null })) };
  },
});

const LISTS: Readonly<Record<string, List>> = {
  bots: list(
    ({ bots }, query) => bots.search(query),
    ({ bot }) => bot.id,
    {
      name: ({ bot }) => bot.name,
      id: ({ bot }) => bot.id,
      owner: ({ owner }) => owner.name,
      plan: ({ bot }) => bot.plan,
      registered: ({ bot }) => bot.registeredAtMs,
      // A bot without counts has not reported; the moment alone is what is sorted by.
      report: ({ account }) => account.lastReport?.atMs ?? null,
    },
  ),
  users: list(
    ({ users }, query) => users.search(query),
    ({ user }) => user.id,
    {
      name: ({ user }) => user.name,
      email: ({ user }) => user.email,
      role: ({ user }) => user.role,
      created: ({ user }) => user.createdAtMs,
    },
  ),
  keys: list(
    ({ keys }, query) => keys.search(query, T0),
    ({ key }) => key.id,
    {
      created: ({ key }) => key.createdAtMs,
      name: ({ key }) => key.name,
      bot: ({ botName }) => botName,
      used: ({ key }) => key.lastUsedAtMs,
    },
  ),
  audit: list(
    ({ audit }, query) => audit.search(query),
    ({ id }) => id,
    { time: ({ id }) => id },
  ),
};

/** Sorts by value with unknown ones first, then by id; compares texts by their bytes. */
function inOrder(a: Sorted, b: Sorted): number {
  const compare = (x: Sorted['by'], y: Sorted['by']): number => {
    if (x === null || y === null) return Number(x !== null) - Number(y !== null);
    if (typeof x === 'number' && typeof y === 'number') return x - y;
    return Buffer.compare(Buffer.from(String(x)), Buffer.from(String(y)));
  };
  return compare(a.by, b.by) || compare(a.id, b.id);
}

onEachDatabase('a list', () => {
  it('of people or of keys can be limited to a state; an unknown one is none', async () => {
    const user = (id: string, role: string, rest: string) =>
      `('${id}', '${id}@x', '${id}', '${role}', 1, ${rest})`;
    const users = [
      user('ada', 'admin', '1, 0'),
      user('ben', 'owner', 'NULL, 0'),
      user('cy', 'owner', '1, 1'),
    ];
    await db.run(
      `INSERT INTO users (id, email, name, role, created_at_ms, disabled_at_ms, is_invited) VALUES ${users}`,
    );
    await db.run(
      "INSERT INTO bots (id, name, owner_id, plan, former_history_days, registered_at_ms) VALUES ('1', 'b', 'ben', 'free', 7, 1)",
    );
    const key = (id: string, rest: string) => `('${id}', '${id}', '1', '${id}', 'abcd', 1, ${rest})`;
    const keys = [
      key('a', 'NULL, NULL'),
      key('b', `${T0 + 1}, NULL`),
      key('c', `${T0}, NULL`),
      key('d', 'NULL, 2'),
    ];
    await db.run(
      `INSERT INTO api_keys (hash, id, bot_id, name, last4, created_at_ms, expires_at_ms, revoked_at_ms) VALUES ${keys}`,
    );
    const found = async (name: 'users' | 'keys', state: string) => {
      const query = { text: '', sort: 'name', isDescending: false, page: 1, filters: { state } };
      const search = LISTS[name]?.search;
      const { rows } = search ? await directory.read((tables) => search(tables, query)) : { rows: [] };
      return rows.map(({ id }) => id).join(' ');
    };
    expect(await found('users', 'admins')).toBe('ada');
    expect(await found('users', 'owners')).toBe('ben cy');
    expect(await found('users', 'invited')).toBe('cy');
    expect(await found('users', 'disabled')).toBe('ada');
    expect(await found('users', 'constructor')).toBe('ada ben cy');
    expect(await found('keys', 'live')).toBe('a b');
    expect(await found('keys', 'ended')).toBe('c d');
  });

  it('has every row once and in order over all pages, for each sort in both directions', async () => {
    await fill();
    // toAccount ignores a last report without counts.
    await db.run('UPDATE bots SET server_count = 1, user_count = 1, shard_count = 1');
    for (const [name, { search, sorts }] of Object.entries(LISTS)) {
      for (const sort of sorts) {
        for (const isDescending of [false, true]) {
          const what = `${name} by ${sort}, ${isDescending ? 'descending' : 'ascending'}`;
          const pages: Sorted[][] = [];
          for (let page = 1; pages.at(-1)?.length !== 0; page++) {
            const query = { text: '', sort, isDescending, page };
            const { rows, total } = await directory.read((tables) => search(tables, query));
            expect(total, what).toBe(ROWS);
            pages.push([...rows]);
          }
          const joined = pages.flat();
          expect(
            pages.map((rows) => rows.length),
            what,
          ).toEqual([PAGE_SIZE, PAGE_SIZE, PAGE_SIZE, 7, 0]);
          expect(new Set(joined.map(({ id }) => id)).size, what).toBe(ROWS);
          const sorted = joined.toSorted(inOrder);
          expect(joined, what).toEqual(isDescending ? sorted.reverse() : sorted);
        }
      }
    }
  });

  it('that is searched has the rows that contain the text, also `%`, and their total', async () => {
    await fill();
    const search = (text: string) =>
      directory.read(({ bots }) => bots.search({ text, sort: 'name', isDescending: false, page: 1 }));
    const [row] = await db.rows(
      "SELECT count(*) AS n FROM bots b JOIN users u ON u.id = b.owner_id WHERE b.name = '%' OR u.name = '%'",
    );
    expect((await search('%')).total).toBe(Number(row?.n));
    expect(await search('x'.repeat(64))).toEqual({ rows: [], total: 0 });
  });

  it('is searched without regard to the case of A to Z, and every name is found by itself', async () => {
    const names = ['Ägypten', 'ÉCLAIR', 'İstanbul', 'ΣΊΣΥΦΟΣ', 'Straße', 'Plain', '名前'];
    const person = (name: string, i: number) => `('${i}', '${i}@example.org', '${name}', 'owner', ${T0})`;
    await db.run(`INSERT INTO users (id, email, name, role, created_at_ms) VALUES ${names.map(person)}`);
    const found = (text: string) =>
      directory.read(async ({ users }) => {
        const { rows } = await users.search({ text, sort: 'name', isDescending: false, page: 1 });
        return rows.map(({ user }) => user.name);
      });
    for (const name of names) expect(await found(name)).toEqual([name]);
    expect(await found('PLAIN')).toEqual(['Plain']);
    expect(await found('gYPTEN')).toEqual(['Ägypten']);
    expect(await found('ägypten')).toEqual([]);
  });
});
