import { join } from 'node:path';
import { median, quantile } from '../../support/stats.mjs';
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

/** The response time of a bot's page for a signed-in owner. @param {import('../run.mjs').Run} run */
export async function page({ folder, scale }) {
  const file = join(folder, 'page.db');
  seedSqlite(file, { bots: 100, plan: 'business', reportsEach: REPORTS_EACH });
  const { port, stop } = await productOn(`file:${file}`);
  const origin = `http://${HOST}:${port}`;
  const headers = { cookie: await signIn(origin) };
  const milliseconds = [];
  let bytes = 0;
  for (let i = -WARM_UP; i < PAGES * scale; i++) {
    const startedAt = performance.now();
    const path = `/bots/${idOf((i + WARM_UP) % 100)}`;
    const response = await fetch(`${origin}${path}`, { headers, redirect: 'manual' });
    const html = await response.text();
    if (i >= 0) milliseconds.push(performance.now() - startedAt);
    if (response.status !== 200) throw new Error(`The status of ${path} is ${response.status}.`);
    bytes = html.length;
  }
  await stop();
  const times = [median(milliseconds), quantile(milliseconds, 0.95)].map((ms) => ms.toFixed(1));
  const row = [...times, (bytes / 1_024).toFixed(0)];
  const text = 'One request at a time, until the last byte of the HTML.';
  return `${text}\n\n${table(['median, ms', '95th percentile, ms', 'HTML, KiB'], [row])}`;
}

/** Signs in; returns the cookies of the session. */
async function signIn(/** @type {string} */ origin) {
  const csrf = await fetch(`${origin}/api/auth/csrf`);
  const { csrfToken } = await csrf.json();
  const signedIn = await fetch(`${origin}/api/auth/callback/credentials`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, cookie: cookiesOf(csrf) },
    body: new URLSearchParams({ csrfToken, json: 'true', email: OWNER, password: PASSWORD }),
  });
  return cookiesOf(signedIn);
}

const cookiesOf = (/** @type {Response} */ { headers }) =>
  headers
    .getSetCookie()
    .map((field) => field.split(';', 1)[0])
    .join('; ');
