import { type Change, isFromBegin } from '@/lib/domain/history/change';
import type { DayCoverage } from '@/lib/domain/history/coverage';
import type { Gap } from '@/lib/domain/history/gaps';
import { RANGE_DAYS } from '@/lib/domain/history/history';
import type { Mark } from '@/lib/domain/history/mark';
import type { SeriesPoint } from '@/lib/domain/history/summary';
import { rangeWords } from '../bot-page';
import { changeText } from '../change-text';
import { chartOf } from '../charts/charts';
import { drawPlot } from '../charts/draw';
import { flagsOf } from '../charts/flags';
import { coverageBars } from '../coverage-bars';
import { numberText, percentText } from '../numbers';
import { timeText, UTC, utcDateText } from '../times';
import { badgeCode } from './badge-code';
import { chartInput } from './chart-picture';
import { pageStyle } from './page-style';
import { escaped, type Theme } from './tokens';

/** The ranges of the page and of the charts. */
export const PUBLIC_RANGES = ['7d', '30d', '90d'] as const;
export type PublicRange = (typeof PUBLIC_RANGES)[number];

/** What the public page of a bot shows (contract section 11). Times in milliseconds. */
export type PublicPage = {
  readonly botId: string;
  readonly name: string;
  readonly state: 'online' | 'no recent data' | 'new';
  readonly badge: 'none' | 'premium' | 'verified';
  readonly servers: number | null;
  readonly users: number | null;
  readonly nowMs: number;
  readonly history: {
    readonly fromMs: number;
    readonly untilMs: number;
    readonly points: readonly SeriesPoint[];
    readonly gaps: readonly Gap[];
    readonly changes: { readonly serverCount: Change | null; readonly userCount: Change | null };
  };
  /** Oldest first; none if its owner did not choose to show them. */
  readonly deploys: readonly Mark[];
  readonly coverage: { readonly percentage: number | null; readonly days: readonly DayCoverage[] };
  readonly votes: { readonly total: number; readonly monthly: number };
};

/** How it was asked for; without a theme the page has that of the reader's system. */
export type PageLook = { readonly range: PublicRange; readonly theme: Theme | null };

const STATES = {
  online: { text: 'Online', tone: 'healthy' },
  'no recent data': { text: 'No recent data', tone: 'warning' },
  new: { text: 'New: no report yet', tone: 'plain' },
} as const;
const BADGES = { none: null, premium: 'Premium', verified: 'Verified' } as const;
const LOGO =
  '<svg width="20" height="20" viewBox="0 0 24 24" fill="none" aria-hidden="true"><path d="M4.2 18a9 9 0 1 1 15.6 0" stroke="currentColor" stroke-width="2" stroke-linecap="round"/><path d="m12 14 4-6" stroke="var(--accent)" stroke-width="2" stroke-linecap="round"/><circle cx="12" cy="14" r="2" fill="var(--accent)"/></svg>';

/** The newest ones are news. */
const NEWS_MAX = 10;
const ROCKET =
  '<svg width="12" height="12" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="M4.5 16.5c-1.5 1.3-2 5-2 5s3.7-.5 5-2a2.2 2.2 0 0 0-3-3zM12 15l-3-3a22 22 0 0 1 2-4A12.9 12.9 0 0 1 22 2c0 2.7-.8 7.5-6 11a22.4 22.4 0 0 1-4 2zM9 12H4s.6-3 2-4 5 0 5 0M12 15v5s3-.6 4-2 0-5 0-5"/></svg>';

const count = (value: number | null): string => (value === null ? '–' : numberText(value));

/** The page as an HTML document without scripts. `origin` is APP_URL, for what other sites show of it. */
export function publicPage(bot: PublicPage, look: PageLook, origin: string | null): string {
  const { text, tone } = STATES[bot.state];
  const name = escaped(bot.name);
  const badge = BADGES[bot.badge];
  const said = `${text}. ${count(bot.servers)} servers, ${count(bot.users)} users${bot.votes.total === 0 ? '' : `, ${count(bot.votes.total)} votes`}.`;
  const meta = [
    ['og:type', 'website'],
    ['og:site_name', 'Botmeter'],
    ['og:title', `${bot.name}: ${count(bot.servers)} servers, ${count(bot.users)} users`],
    ['og:description', said],
    ...(origin === null
      ? []
      : [
          ['og:url', `${origin}/b/${bot.botId}`],
          ['og:image', `${origin}/chart/${bot.botId}/servers.png`],
          ['og:image:width', '1200'],
          ['og:image:height', '630'],
          ['og:image:alt', `Servers of ${bot.name}`],
        ]),
  ];
  const letter = escaped([...bot.name][0]?.toLocaleUpperCase('en') ?? '');
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name} · Botmeter</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="description" content="${escaped(said)}">`,
    ...meta.map(
      ([property = '', content = '']) => `<meta property="${property}" content="${escaped(content)}">`,
    ),
    ...(origin === null ? [] : ['<meta name="twitter:card" content="summary_large_image">']),
    `<link rel="icon" href="/icon.svg"><style>${pageStyle(look.theme)}</style></head><body>`,
    `<header class="bar"><a class="brand" href="/">${LOGO}Botmeter</a><a class="quiet" href="/login">Is this your bot? Sign in</a></header>`,
    `<main><div class="head"><span class="avatar" aria-hidden="true">${letter}</span><div>`,
    `<h1><bdi>${name}</bdi></h1><p>`,
    badge === null ? '' : `<span class="tag accent">${badge}</span>`,
    `<span class="tag ${tone}">${text}</span><span class="muted" translate="no">${bot.botId}</span></p></div></div>`,
    figures(bot, look.range),
    chart(bot, 'servers', ranges(look)),
    chart(bot, 'users', ''),
    coverage(bot),
    news(bot),
    embed(bot, origin),
    `<footer class="muted"><span>Users are members of the bot’s servers, as it reported them. ${timeText(bot.nowMs, 'minute', UTC)} UTC.</span><a href="/">Measured by Botmeter. Run your own.</a></footer>`,
    '</main></body></html>',
  ].join('');
}

function figures({ servers, users, votes, coverage, history }: PublicPage, range: PublicRange): string {
  const figure = (name: string, value: string, below: string) =>
    `<div><dt>${name}</dt><dd>${value}<span>${below}</span></dd></div>`;
  const { changes, fromMs } = history;
  return [
    '<section><dl class="figures">',
    figure('Servers', count(servers), changeSpan(changes.serverCount, fromMs, range)),
    figure('Users', count(users), changeSpan(changes.userCount, fromMs, range)),
    figure('Votes this month', count(votes.monthly), `${count(votes.total)} in all`),
    figure(
      'Reports received',
      coverage.percentage === null ? '–' : percentText(coverage.percentage),
      coverage.days.length < 2 ? 'since today' : `of the last ${coverage.days.length} days`,
    ),
    '</dl></section>',
  ].join('');
}

function changeSpan(change: Change | null, fromMs: number, range: PublicRange): string {
  if (change === null) return 'No reports yet';
  const over = isFromBegin(change, fromMs)
    ? rangeWords(range)
    : `since ${timeText(change.sinceMs, 'day', UTC)}`;
  const tone = change.by > 0 ? 'up' : change.by < 0 ? 'down' : '';
  return `<b class="${tone}">${changeText(change)}</b> ${over}`;
}

/** The ranges as links, which keep the theme. */
function ranges({ range, theme }: PageLook): string {
  const links = PUBLIC_RANGES.map((each) => {
    const href = `?range=${each}${theme === null ? '' : `&amp;theme=${theme}`}`;
    return `<a href="${href}"${each === range ? ' aria-current="true"' : ''}>${RANGE_DAYS[each]} days</a>`;
  });
  return `<nav class="ranges" aria-label="Range">${links.join('')}</nav>`;
}

function chart({ history, deploys }: PublicPage, kind: 'servers' | 'users', aside: string): string {
  const name = { servers: 'Servers', users: 'Users' }[kind];
  const heading = `<div class="row"><h2>${name}</h2>${aside}</div>`;
  if (history.points.length === 0)
    return `<section>${heading}<p class="muted">No reports in this time.</p></section>`;
  const span = `${timeText(history.fromMs, 'date', UTC)} – ${timeText(history.untilMs, 'date', UTC)}`;
  const marks = deploys.map(({ atMs, kind: type, text }) => ({ atMs, type, text }));
  const flags = flagsOf({ marks, pauses: [] }, history).map(
    ({ at, name: text, count: marked, text: all, isLeft }) =>
      `<i class="flag${isLeft ? ' left' : ''}" style="left:${at}%"><b title="${escaped(all)}">${ROCKET}${marked > 1 ? marked : ''}${text === null ? '' : `<bdi>${escaped(text)}</bdi>`}</b></i>`,
  );
  return [
    `<section>${heading}<div class="plot ${kind}${flags.length === 0 ? '' : ' flagged'}">`,
    `<svg width="100%" height="100%" font-size="12" role="img" aria-label="${name}, ${span}">`,
    drawPlot(chartOf(chartInput({ kind, ...history }), UTC)),
    `</svg>${flags.length === 0 ? '' : `<div class="flags" aria-hidden="true">${flags.join('')}</div>`}</div><p class="muted">${span}, times in UTC</p></section>`,
  ].join('');
}

function coverage({ coverage: shown }: PublicPage): string {
  const [first] = shown.days;
  if (first === undefined) return '';
  const bars = coverageBars(shown.days).map(
    ({ look, heightPercent, title }) =>
      `<i class="${look}" style="height:${heightPercent}%" title="${title}"></i>`,
  );
  const figure = shown.percentage === null ? '' : percentText(shown.percentage);
  return [
    `<section><div class="row"><h2>Reports received</h2><strong>${figure}</strong></div>`,
    `<div class="bars" role="img" aria-label="Reports received by UTC day, ${figure} in all">${bars.join('')}</div>`,
    `<div class="row muted"><span>${utcDateText(first.date)}</span><span>Today, UTC</span></div></section>`,
  ].join('');
}

/** The newest deploys in words, which the charts show at their times. */
function news({ deploys }: PublicPage): string {
  if (deploys.length === 0) return '';
  const rows = deploys
    .slice(-NEWS_MAX)
    .toReversed()
    .map(
      ({ atMs, text }) =>
        `<li class="row"><bdi>${escaped(text)}</bdi><span class="muted">${timeText(atMs, 'date', UTC)}</span></li>`,
    );
  return `<section><h2>What is new</h2><ul>${rows.join('')}</ul></section>`;
}

/** The badges, and the code of one to copy; code needs an address, and only APP_URL gives one. */
function embed({ botId, name }: PublicPage, origin: string | null): string {
  const badges = (['servers', 'users', 'status'] as const).map(
    (kind) => `<img src="/badge/${botId}/${kind}.svg" height="20" alt="Badge: ${kind}">`,
  );
  const code =
    origin === null
      ? ''
      : `<pre tabindex="0" aria-label="Markdown of the badge"><code>${escaped(badgeCode('markdown', { botId, kind: 'servers', name, origin }))}</code></pre>`;
  return `<section><h2>Badges</h2><p class="badges">${badges.join('')}</p>${code}</section>`;
}

/** What anyone gets for an unknown bot, and for one that is not public. */
export const NOT_PUBLIC_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Not found · Botmeter</title><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="/icon.svg"><style>${pageStyle(null)}</style></head><body><header class="bar"><a class="brand" href="/">${LOGO}Botmeter</a></header><main><h1>Not found</h1><p class="muted">There is no public bot at this address. Its owner can publish it under Settings.</p></main></body></html>`;
