import type { DayCoverage } from '@/lib/domain/history/coverage';
import { chartOf } from '../charts/charts';
import { drawPlot } from '../charts/draw';
import { coverageBars } from '../coverage-bars';
import { agoText } from '../durations';
import { numberText, percentText } from '../numbers';
import { timeText, utcDateText } from '../times';
import { TOKENS } from '../tokens';
import { type ChartData, chartInput } from './chart-picture';
import { escaped } from './tokens';

/** What the public page of a bot shows (contract section 11). Times in milliseconds. */
export type PublicPage = {
  readonly botId: string;
  readonly name: string;
  readonly state: 'online' | 'no recent data' | 'new';
  readonly badge: 'none' | 'premium' | 'verified';
  readonly servers: number | null;
  readonly users: number | null;
  readonly lastReportAtMs: number | null;
  readonly nowMs: number;
  readonly chart: ChartData;
  readonly coverage: { readonly percentage: number | null; readonly days: readonly DayCoverage[] };
  readonly votes: { readonly total: number; readonly monthly: number };
};

const UTC = { locale: 'en', timeZone: 'UTC' } as const;
const STATES = {
  online: { text: 'Online', mark: 'healthy-mark' },
  'no recent data': { text: 'No recent data', mark: 'warning-mark' },
  new: { text: 'New: no report yet', mark: 'line-strong' },
} as const;
const BADGES = { none: null, premium: 'Premium', verified: 'Verified' } as const;

const count = (value: number | null): string => (value === null ? '–' : numberText(value, 'en'));
const variables = (theme: 'light' | 'dark') =>
  Object.entries(TOKENS[theme])
    .map(([name, color]) => `--${name}:${color}`)
    .join(';');

const STYLE = `:root{color-scheme:light dark;${variables('light')}}@media screen and (prefers-color-scheme:dark){:root{${variables('dark')}}}*{box-sizing:border-box}body{margin:0;background:var(--canvas);color:var(--ink);font:14px/20px system-ui,sans-serif;font-variant-numeric:tabular-nums}main{max-width:880px;margin:0 auto;padding:32px 16px}header{display:flex;flex-wrap:wrap;align-items:center;gap:4px 12px;margin-bottom:24px}h1{font-size:24px;line-height:32px;margin:0;overflow-wrap:anywhere}h2{font-size:14px;margin:0 0 8px}.tag{border:1px solid var(--line);border-radius:6px;padding:2px 8px;font-size:12px}.dot{display:inline-block;width:8px;height:8px;border-radius:4px;margin-right:6px}.muted{color:var(--muted);font-size:12px}section{background:var(--surface);border:1px solid var(--line);border-radius:8px;padding:16px;margin-bottom:16px;break-inside:avoid}.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(128px,1fr));gap:16px}.figures dt{color:var(--muted)}.figures dd{margin:0;font-size:28px;line-height:36px;font-weight:600}dl{margin:0}.plot{height:240px;padding:16px 16px 28px 56px}.plot>svg{overflow:visible}.bars{display:flex;gap:2px;height:40px;align-items:flex-end}.bars i{flex:1;min-width:0;border-radius:1px;background:var(--healthy-mark)}.bars i.part{background:var(--warning-mark)}.bars i.none{background:var(--gap)}.bars i.paused{background:var(--line)}.row{display:flex;justify-content:space-between;gap:16px}a{color:inherit}@media(max-width:640px){.figures{grid-template-columns:repeat(2,minmax(0,1fr))}.figures dd{font-size:clamp(18px,6vw,28px)}.bars{gap:1px}.\\@max-md\\:hidden{display:none}}@media(min-width:641px){.\\@md\\:hidden{display:none}}@media print{body{background:#fff}}`;

/** The page as an HTML document without scripts. `origin` is APP_URL, for what other sites show of it. */
export function publicPage(bot: PublicPage, origin: string | null): string {
  const { text, mark } = STATES[bot.state];
  const name = escaped(bot.name);
  const badge = BADGES[bot.badge];
  const said = `${text}. ${count(bot.servers)} servers, ${count(bot.users)} users${bot.votes.total === 0 ? '' : `, ${count(bot.votes.total)} votes`}.`;
  const address = origin === null ? null : `${origin}/b/${bot.botId}`;
  const meta = [
    ['og:type', 'website'],
    ['og:title', `${bot.name}: ${count(bot.servers)} servers, ${count(bot.users)} users`],
    ['og:description', said],
    ...(address === null
      ? []
      : [
          ['og:url', address],
          ['og:image', `${origin}/chart/${bot.botId}/servers.png`],
        ]),
  ];
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name} · Botmeter</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="description" content="${escaped(said)}">`,
    ...meta.map(
      ([property = '', content = '']) => `<meta property="${property}" content="${escaped(content)}">`,
    ),
    `<link rel="icon" href="/icon.svg"><style>${STYLE}</style></head><body><main>`,
    `<header><h1><bdi>${name}</bdi></h1>`,
    badge === null ? '' : `<span class="tag">${badge}</span>`,
    `<span class="tag"><span class="dot" style="background:var(--${mark})"></span>${text}</span>`,
    `<span class="muted" translate="no">${bot.botId}</span></header>`,
    figures(bot),
    chart(bot),
    coverage(bot),
    `<p class="muted">Users are members of the bot’s servers as it reported them. Measured by Botmeter, ${timeText(bot.nowMs, 'minute', UTC)} UTC.</p>`,
    '</main></body></html>',
  ].join('');
}

function figures({ servers, users, votes, lastReportAtMs, nowMs }: PublicPage): string {
  const line = (name: string, value: string) => `<div><dt>${name}</dt><dd>${value}</dd></div>`;
  const last = lastReportAtMs === null ? 'No report yet' : `Last report ${agoText(nowMs - lastReportAtMs)}`;
  return [
    '<section><dl class="figures">',
    line('Servers', count(servers)),
    line('Users', count(users)),
    line('Votes', count(votes.total)),
    line('Votes this month', count(votes.monthly)),
    `</dl><p class="muted" style="margin:8px 0 0">${last}</p></section>`,
  ].join('');
}

function chart({ chart }: PublicPage): string {
  if (chart.kind === 'votes' || chart.points.length === 0)
    return '<section><h2>Servers</h2><p class="muted">No reports in this time.</p></section>';
  const span = `${timeText(chart.fromMs, 'date', UTC)} – ${timeText(chart.untilMs, 'date', UTC)}, UTC`;
  return [
    `<section><div class="row"><h2>Servers</h2><span class="muted">${span}</span></div>`,
    `<div class="plot"><svg width="100%" height="100%" font-size="11" role="img" aria-label="Servers, ${span}">`,
    drawPlot(chartOf(chartInput(chart), UTC)),
    '</svg></div></section>',
  ].join('');
}

function coverage({ coverage: shown }: PublicPage): string {
  if (shown.days.length === 0) return '';
  const [first] = shown.days;
  const bars = coverageBars(shown.days, UTC.locale).map(
    ({ look, heightPercent, title }) =>
      `<i class="${look}" style="height:${heightPercent}%" title="${title}"></i>`,
  );
  const figure = shown.percentage === null ? '' : percentText(shown.percentage, 'en');
  return [
    `<section><div class="row"><h2>Reports received</h2><strong>${figure}</strong></div>`,
    `<div class="bars" role="img" aria-label="Reports received by UTC day, ${figure} in all">${bars.join('')}</div>`,
    `<div class="row muted"><span>${first === undefined ? '' : utcDateText(first.date, UTC.locale)}</span><span>Today, UTC</span></div></section>`,
  ].join('');
}

/** What anyone gets for an unknown bot, and for one that is not public. */
export const NOT_PUBLIC_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Not found · Botmeter</title><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><style>${STYLE}</style></head><body><main><h1>Not found</h1><p class="muted">There is no public bot at this address. Its owner can turn Public on under Settings.</p></main></body></html>`;
