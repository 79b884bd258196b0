import { join } from 'node:path';
import { median, quantile } from '../measure/stats.mjs';
import { table } from '../results/tables.mjs';
import { idOf } from '../seed/bots.mjs';
import { OWNER, PASSWORD } from '../seed/schema.mjs';
import { seedSqlite } from '../seed/sqlite.mjs';
import { productOn } from '../servers/contenders.mjs';
import { HOST } from '../servers/process.mjs';

const WARM_UP = 50;
const PAGES = 200;
/** A report every half hour for more than a month. */
const REPORTS_EACH = 1_500;

/** How long a signed-in owner waits for the HTML of a bot's page. @param {import('../run.mjs').Run} run */
export async function page({ folder, scale }) {
  const file = join(folder, 'page.db');
  seedSqlite(file, { bots: 100, plan: 'business', reportsEach: REPORTS_EACH });
  const { port, stop } = await productOn(`file:${file}`);
  const origin = `http://${HOST}:${port}`;
  const cookie = await signIn(origin);
  const milliseconds = [];
  let bytes = 0;
  for (let i = -WARM_UP; i < PAGES * scale; i++) {
    const startedAt = performance.now();
    const answer = await fetch(`${origin}/bots/${idOf((i + WARM_UP) % 100)}`, {
      headers: { cookie },
      redirect: 'manual',
    });
    const html = await answer.text();
    if (i >= 0) milliseconds.push(performance.now() - startedAt);
    if (answer.status !== 200) throw new Error(`The page was answered ${answer.status}.`);
    bytes = html.length;
  }
  await stop();
  const cells = [
    median(milliseconds).toFixed(1),
    quantile(milliseconds, 0.95).toFixed(1),
    (bytes / 1_024).toFixed(0),
  ];
  return `One request at a time, to the last byte of the HTML.\n\n${table(['median, ms', '95th percentile, ms', 'HTML, KiB'], [cells])}`;
}

/** Signs in as the form does; the cookies of the session. */
async function signIn(/** @type {string} */ origin) {
  const asked = await fetch(`${origin}/api/auth/csrf`);
  const { csrfToken } = await asked.json();
  const answer = await fetch(`${origin}/api/auth/callback/credentials`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, cookie: cookiesOf(asked) },
    body: new URLSearchParams({ csrfToken, json: 'true', email: OWNER, password: PASSWORD }),
  });
  return cookiesOf(answer);
}

const cookiesOf = (/** @type {Response} */ answer) =>
  answer.headers
    .getSetCookie()
    .map((field) => field.split(';', 1)[0])
    .join('; ');
