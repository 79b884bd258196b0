/** A few of the searches, which come every 20 s. */
const WATCHED_MS = 75_000;
const POLL_MS = 1_000;

/**
 * Lets all bots that are not silent yet fall silent at once, beside a running service: when its admins have the notice, how
 * many silences are notified a second, and when the last is notified, at that rate if it takes longer than this watches.
 * @param {import('../seed/open-database.mjs').Query} query @param {number} bots @param {number} silentAfterMs
 */
export async function commonOutage(query, bots, silentAfterMs) {
  await query("UPDATE users SET role = 'admin'");
  const silentAtMs = Date.now();
  await query(`UPDATE bots SET last_report_at_ms = ${silentAtMs - silentAfterMs} WHERE alert_state = ''`);
  const fromMs = Date.now();
  const toldSince = async () => {
    const [found] = await query(
      `SELECT count(*) AS n, min(at_ms) AS first, max(at_ms) AS last FROM events WHERE type = 'bot.silent' AND at_ms >= ${silentAtMs}`,
    );
    return { count: Number(found?.n), firstMs: Number(found?.first), lastMs: Number(found?.last) };
  };
  const [all] = await query("SELECT count(*) AS n FROM bots WHERE alert_state = ''");
  /** @type {Record<string, unknown>[]} */
  let notices = [];
  let isOver = false;
  while (!isOver) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    notices = await query("SELECT at_ms FROM notices WHERE kind = 'bots.outage'");
    const [left] = await query("SELECT id FROM bots WHERE alert_state = '' LIMIT 1");
    isOver = left === undefined || Date.now() - fromMs > WATCHED_MS;
  }
  const { count, firstMs, lastMs } = await toldSince();
  if (notices.length !== 1) throw new Error(`${notices.length} notices of an outage of ${bots} bots.`);
  const perSecond = count / ((lastMs - firstMs) / 1_000);
  return {
    noticeAfterS: (Number(notices[0]?.at_ms) - fromMs) / 1_000,
    perSecond,
    lastAfterS: (firstMs - fromMs) / 1_000 + Number(all?.n) / perSecond,
  };
}
