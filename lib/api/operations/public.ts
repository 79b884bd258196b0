import { z } from 'zod';
import { BADGE_PATH, CHART_PATH, PUBLIC_PAGE_PATH } from '@/lib/contract/api-paths';
import { dayOf } from '@/lib/domain/quota/days';
import { DAY_MS, PLANS } from '@/lib/domain/quota/plan';
import { dayText } from '@/lib/domain/text/time';
import { type PublicBot, type PublicBots, PublicBusy } from '@/lib/services/public/view';
import {
  BADGES,
  type BadgeKind,
  type BadgeValue,
  badgeJson,
  badgeOf,
  badgeSvg,
} from '@/lib/view/public/badge';
import { CHARTS, type ChartData, type ChartKind, chartSvg } from '@/lib/view/public/chart-picture';
import { NOT_PUBLIC_PAGE, publicPage } from '@/lib/view/public/page';
import { THEMES, type Theme } from '@/lib/view/public/tokens';
import { NOT_FOUND } from '../errors';
import { entityTag } from '../negotiation';
import { errorReply, type Operation, type OperationDeps, type Received, type Reply } from '../operation';

/** What anyone may see of a public bot (contract section 11): no cookie, no key, never counted. */

const RANGES = ['7d', '30d', '90d'] as const;
const LABEL_MAX = 32;

/** How long others keep it, in seconds. */
const KEPT_S = 300;
const STATUS_KEPT_S = 60;

const HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
} as const;
const SVG = 'image/svg+xml; charset=utf-8';
const HTML = 'text/html; charset=utf-8';
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

type Asked = Received;

/** The parameters of a query; whatever is wrong is the default. */
function askedIn(query: unknown) {
  const params = new URLSearchParams(typeof query === 'string' ? query : '');
  const theme: Theme = THEMES.find((name) => name === params.get('theme')) ?? 'light';
  const range = RANGES.find((name) => name === params.get('range')) ?? '30d';
  return { theme, range, label: labelOf(params.get('label')) };
}

/** A label of at most 32 characters without control and direction characters; `null` for the usual one. */
function labelOf(text: string | null): string | null {
  if (text === null || text.trim() === '' || [...text].length > LABEL_MAX) return null;
  return /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(text) ? null : text.trim();
}

type Drawing = {
  readonly type: string;
  readonly body: Reply['body'];
  readonly keptS?: number;
  readonly status?: 200 | 404;
};

/** The reply with a drawing; 304 if the client has it, 503 if too many reads wait. */
async function replyWith(
  request: Request,
  headers: Record<string, string>,
  draw: () => Promise<Drawing>,
): Promise<Reply> {
  let drawing: Drawing;
  try {
    drawing = await draw();
  } catch (error) {
    if (!(error instanceof PublicBusy)) throw error;
    return {
      status: 503,
      headers: { ...HEADERS, 'Cache-Control': 'no-store', 'Retry-After': '2' },
      body: '',
    };
  }
  const { type, body, keptS = KEPT_S, status = 200 } = drawing;
  const tag = entityTag({ body: typeof body === 'string' ? body : Buffer.from(body).toString('base64') });
  const common = {
    ...headers,
    'Content-Type': type,
    ETag: tag,
    'Cache-Control': `public, max-age=${keptS}, s-maxage=${keptS}`,
  };
  const isKnown = request.headers.get('if-none-match')?.includes(tag) === true;
  return isKnown ? { status: 304, headers: common, body: '' } : { status, headers: common, body };
}

async function badgeValue(bots: PublicBots, bot: PublicBot, kind: BadgeKind): Promise<BadgeValue> {
  const { lastReport } = bot.account;
  switch (kind) {
    case 'servers':
      return { kind, count: lastReport?.serverCount ?? null };
    case 'users':
      return { kind, count: lastReport?.userCount ?? null };
    case 'votes':
      return { kind, count: (await bots.votes(bot)).total };
    case 'status':
      return { kind, state: bot.state };
    case 'coverage':
      return { kind, percentage: (await bots.coverage(bot)).all.percentage };
  }
}

type Public = NonNullable<OperationDeps['publicBots']>;

async function drawBadge({ bots, pictures }: Public, { params, query }: Asked): Promise<Drawing> {
  const [name, form] = (params.badge ?? '').split('.');
  const kind = BADGES.find((each) => each === name) ?? 'status';
  const bot = await bots.find(params.botId ?? '');
  const value = bot && (await badgeValue(bots, bot, kind));
  const { theme, label } = askedIn(query);
  const badge = badgeOf(kind, value, label);
  const keptS = kind === 'status' ? STATUS_KEPT_S : KEPT_S;
  if (form === 'json')
    return { type: 'application/json; charset=utf-8', body: JSON.stringify(badgeJson(badge)), keptS };
  // By what it says, and not by the bot: all that are not public share one.
  const key = `badge ${theme} ${JSON.stringify(badge)}`;
  return { type: SVG, body: pictures.svg(key, null, () => badgeSvg(badge, theme)), keptS };
}

/** What a chart shows; `shown` is the same object as long as that is remembered. */
async function chartData(
  bots: PublicBots,
  bot: PublicBot,
  kind: ChartKind,
  range: (typeof RANGES)[number],
): Promise<{ readonly data: ChartData; readonly shown: object }> {
  if (kind !== 'votes') {
    const series = await bots.series(bot, range);
    return { data: { kind, ...series }, shown: series };
  }
  const found = await bots.votes(bot);
  const { days } = found;
  const votes = new Map(days.map((day) => [day.day, day.votes]));
  const today = dayOf(bot.nowMs);
  const { historyDays } = PLANS[bot.account.plan];
  const shown = Math.min(
    historyDays,

    Number.parseInt(range, 10),
    Math.floor((bot.nowMs - bot.account.registeredAtMs) / DAY_MS) + 1,
  );
  const data: ChartData = {
    kind,
    days: Array.from({ length: Math.max(1, shown) }, (_, at) => {
      const day = today - Math.max(1, shown) + 1 + at;
      return { date: dayText(day), votes: votes.get(day) ?? 0 };
    }),
  };
  return { data, shown: found };
}

async function drawChart({ bots, pictures }: Public, { params, query }: Asked): Promise<Drawing> {
  const [name, form] = (params.chart ?? '').split('.');
  const kind = CHARTS.find((each) => each === name) ?? 'servers';
  const { theme, range } = askedIn(query);
  const bot = await bots.find(params.botId ?? '');
  const chart = bot && (await chartData(bots, bot, kind, range));
  const { name: given = '', botId = '' } = bot?.account ?? {};
  const title = form === 'svg' || hasGlyphs(given) ? given : botId;
  const svg = pictures.svg(`chart ${botId} ${kind} ${range} ${theme} ${title}`, chart?.shown ?? null, () =>
    chartSvg(chart?.data ?? null, kind, { title, theme }),
  );
  if (form === 'svg') return { type: SVG, body: svg };
  const png = await pictures.png(svg);
  if (png === null) throw new PublicBusy();
  return { type: 'image/png', body: png };
}

/** Whether the fonts of pictures have all of a text. */
const hasGlyphs = (text: string): boolean => /^[\u0020-\u017f\u2010-\u2026€−]*$/.test(text);

async function drawPage({ bots, origin }: Public, { params }: Asked): Promise<Drawing> {
  const bot = await bots.find(params.botId ?? '');
  if (bot === null) return { type: HTML, body: NOT_PUBLIC_PAGE, status: 404, keptS: STATUS_KEPT_S };
  const { account, state, nowMs } = bot;
  const busy = (error: unknown) => {
    if (error instanceof PublicBusy) return null;
    throw error;
  };
  const [chart, coverage, votes] = await Promise.all([
    chartData(bots, bot, 'servers', '90d').then(({ data }) => data, busy),
    bots.coverage(bot).catch(busy),
    bots.votes(bot).catch(busy),
  ]);
  const shown = {
    botId: account.botId,
    name: account.name,
    state,
    nowMs,
    chart,
    votes,
    badge: PLANS[account.plan].features.badge,
    servers: account.lastReport?.serverCount ?? null,
    users: account.lastReport?.userCount ?? null,
    lastReportAtMs: account.lastReport?.atMs ?? null,
    coverage: coverage && { percentage: coverage.all.percentage, days: coverage.days },
  };
  return { type: HTML, body: publicPage(shown, origin), keptS: STATUS_KEPT_S };
}

const THEME = z.enum(THEMES).default('light').describe('Its colours');
const RANGE = z.enum(RANGES).default('30d').describe('Never more than the plan’s history');
const LABEL = z.string().max(LABEL_MAX).optional().describe('In place of the usual one');
const NOT_PUBLIC = 'An unknown bot and one that is not public give the same answer.';
const BADGE_EXAMPLE: BadgeValue = { kind: 'servers', count: 48_001 };

type Described = {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly docs: Omit<NonNullable<Operation['docs']>, 'tag'>;
  readonly response: Operation['response'];
  readonly draw: (of: Public, asked: Asked) => Promise<Drawing>;
};

const operation = ({ path, headers, docs, response, draw }: Described): Operation => ({
  method: 'GET',
  auth: 'public',
  isCounted: false,
  errors: ['not_found'],
  path,
  docs: { ...docs, tag: 'Public' },
  response,
  handle: ({ publicBots }: OperationDeps, received: Received) =>
    publicBots === undefined
      ? errorReply(received.requestId, NOT_FOUND)
      : replyWith(received.request, headers, () => draw(publicBots, received)),
});

export const badgeOperation = operation({
  path: BADGE_PATH,
  headers: HEADERS,
  docs: {
    operationId: 'readBadge',
    summary: 'A badge of a public bot',
    description: `As SVG, or as JSON for shields.io’s endpoint badge. ${NOT_PUBLIC} It says “not public”. Others may keep it for 300 s, that of its state for 60 s.`,
    query: z.object({ theme: THEME, label: LABEL }),
  },
  response: {
    description: 'The badge.',
    content: {
      'image/svg+xml': { schema: z.string() },
      'application/json': {
        schema: z.object({
          schemaVersion: z.literal(1),
          label: z.string(),
          message: z.string(),
          color: z.string(),
          cacheSeconds: z.literal(300),
          isError: z.literal(true).optional(),
        }),
        example: badgeJson(badgeOf('servers', BADGE_EXAMPLE, null)),
      },
    },
  },
  draw: drawBadge,
});

export const chartOperation = operation({
  path: CHART_PATH,
  headers: HEADERS,
  docs: {
    operationId: 'readChart',
    summary: 'A chart of a public bot',
    description: `As SVG, or as PNG of 1200 × 630 for link previews. ${NOT_PUBLIC} It says “not public”. A picture that would wait for more than 2 s gets 503 with \`Retry-After\`.`,
    query: z.object({ range: RANGE, theme: THEME }),
  },
  response: {
    description: 'The chart.',
    content: { 'image/svg+xml': { schema: z.string() }, 'image/png': { schema: z.string() } },
  },
  draw: drawChart,
});

export const publicPageOperation = operation({
  path: PUBLIC_PAGE_PATH,
  headers: { 'Content-Security-Policy': PAGE_POLICY },
  docs: {
    operationId: 'readPublicPage',
    summary: 'The page of a public bot',
    description: `HTML without scripts: name, state, counts, chart, votes and how many reports arrived. ${NOT_PUBLIC} It is a page with status 404.`,
  },
  response: { description: 'The page.', content: { 'text/html': { schema: z.string() } } },
  draw: drawPage,
});
