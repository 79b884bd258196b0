import { z } from 'zod';
import { BADGE_PATH, CHART_PATH, PUBLIC_PAGE_PATH } from '@/lib/contract/api-paths';
import { dayOf } from '@/lib/domain/quota/days';
import { DAY_MS, PLANS } from '@/lib/domain/quota/plan';
import { hiddenIn, NOT_IN_LINE } from '@/lib/domain/text/hidden-characters';
import { dayText } from '@/lib/domain/text/time';
import type { PublicBot, PublicBots } from '@/lib/services/public/view';
import {
  BADGES,
  type BadgeKind,
  type BadgeValue,
  badgeJson,
  badgeOf,
  badgeSvg,
} from '@/lib/view/public/badge';
import { CHARTS, type ChartData, type ChartKind, chartSvg } from '@/lib/view/public/chart-picture';
import { NOT_PUBLIC_PAGE, PUBLIC_RANGES, type PublicRange, publicPage } from '@/lib/view/public/page';
import { THEMES } from '@/lib/view/public/tokens';
import { NOT_FOUND } from '../errors';
import { errorReply, type Operation, type OperationDeps, type ParsedRequest } from '../operation';
import { KEPT_S, PUBLIC_HEADERS, type PublicDrawing, publicReply, versionOf } from '../public-reply';

/** What anyone may see of a public bot (contract section 11): no cookie, no key, never counted. */

const LABEL_MAX = 32;

const STATUS_KEPT_S = 60;

const SVG = 'image/svg+xml; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
const HTML = 'text/html; charset=utf-8';
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

type Asked = ParsedRequest;

/** Whose turn it is to draw what is not public. */
const NOT_PUBLIC_SUBJECT = 'not public';

/** The parameters of a query; whatever is wrong is left out, for the default. */
function askedIn(query: unknown) {
  const params = new URLSearchParams(typeof query === 'string' ? query : '');
  return {
    theme: THEMES.find((name) => name === params.get('theme')),
    range: PUBLIC_RANGES.find((name) => name === params.get('range')),
    label: labelOf(params.get('label')),
  };
}

/** A label of at most 32 characters in one line, without characters that cannot be seen; `null` for the usual one. */
function labelOf(text: string | null): string | null {
  if (text === null || text.trim() === '' || [...text].length > LABEL_MAX) return null;
  return NOT_IN_LINE.test(text) || hiddenIn(text) !== null ? null : text.trim();
}

/** What a badge shows that the bot itself says. */
function knownValue({ account: { lastReport }, state }: PublicBot, kind: BadgeKind): BadgeValue {
  if (kind === 'users') return { kind, count: lastReport?.userCount ?? null };
  return kind === 'status' ? { kind, state } : { kind: 'servers', count: lastReport?.serverCount ?? null };
}

async function countedValue(
  bots: PublicBots,
  bot: PublicBot,
  kind: 'votes' | 'coverage',
): Promise<BadgeValue> {
  return kind === 'votes'
    ? { kind, count: (await bots.votes(bot)).total }
    : { kind, percentage: (await bots.coverage(bot)).all.percentage };
}

type Public = NonNullable<OperationDeps['publicBots']>;

async function findBadge({ bots }: Public, { params, query }: Asked): Promise<PublicDrawing> {
  const [name, form] = (params.badge ?? '').split('.');
  const kind = BADGES.find((each) => each === name) ?? 'status';
  const bot = await bots.find(params.botId ?? '');
  const { theme = 'light', label } = askedIn(query);
  const isJson = form === 'json';
  const drawn = (value: BadgeValue | null) => {
    const badge = badgeOf(kind, value, label);
    return isJson ? JSON.stringify(badgeJson(badge)) : badgeSvg(badge, theme);
  };
  const common = {
    type: isJson ? JSON_TYPE : SVG,
    form: isJson ? ('json' as const) : ('svg' as const),
    subject: bot?.account.botId ?? NOT_PUBLIC_SUBJECT,
    keptS: kind === 'status' ? STATUS_KEPT_S : KEPT_S,
  };
  const look = isJson ? 'json' : theme;
  if (bot !== null && (kind === 'votes' || kind === 'coverage')) {
    const read = async () => {
      const value = await countedValue(bots, bot, kind);
      return () => drawn(value);
    };
    const key = `badge ${kind} ${bot.account.botId} ${look} ${label ?? ''}`;
    return { ...common, key, version: versionOf(bot), read };
  }
  const value = bot && knownValue(bot, kind);
  // By what it says, and not by the bot: all that are not public share one.
  const key = `badge ${look} ${JSON.stringify(badgeOf(kind, value, label))}`;
  return { ...common, key, version: '', read: async () => () => drawn(value) };
}

/** What a chart shows. */
async function chartData(
  bots: PublicBots,
  bot: PublicBot,
  kind: ChartKind,
  range: PublicRange,
): Promise<ChartData> {
  if (kind !== 'votes') return { kind, ...(await bots.series(bot, range)) };
  const { days } = await bots.votes(bot);
  const votes = new Map(days.map((day) => [day.day, day.votes]));
  const today = dayOf(bot.nowMs);
  const { historyDays } = PLANS[bot.account.plan];
  const shown = Math.min(
    historyDays,
    Number.parseInt(range, 10),
    Math.floor((bot.nowMs - bot.account.registeredAtMs) / DAY_MS) + 1,
  );
  return {
    kind,
    days: Array.from({ length: Math.max(1, shown) }, (_, at) => {
      const day = today - Math.max(1, shown) + 1 + at;
      return { date: dayText(day), votes: votes.get(day) ?? 0 };
    }),
  };
}

async function findChart({ bots }: Public, { params, query }: Asked): Promise<PublicDrawing> {
  const [name, form] = (params.chart ?? '').split('.');
  const kind = CHARTS.find((each) => each === name) ?? 'servers';
  const { theme = 'light', range = '30d' } = askedIn(query);
  const bot = await bots.find(params.botId ?? '');
  const { name: given = '', botId = '' } = bot?.account ?? {};
  const isPng = form === 'png';
  const title = !isPng || hasGlyphs(given) ? given : botId;
  return {
    type: isPng ? 'image/png' : SVG,
    form: isPng ? 'png' : 'svg',
    key: `chart ${form} ${kind} ${theme} ${bot === null ? '' : `${range} ${botId}`}`,
    version: bot === null ? '' : versionOf(bot),
    subject: bot === null ? NOT_PUBLIC_SUBJECT : botId,
    read: async () => {
      const data = bot && (await chartData(bots, bot, kind, range));
      return () => chartSvg(data, kind, { title, theme });
    },
  };
}

/** Whether the fonts of pictures have all of a text. */
const hasGlyphs = (text: string): boolean => /^[\u0020-\u017f\u2010-\u2026€−]*$/.test(text);

async function findPage({ bots, origin }: Public, { params, query }: Asked): Promise<PublicDrawing> {
  const bot = await bots.find(params.botId ?? '');
  const common = { type: HTML, form: 'html', keptS: STATUS_KEPT_S } as const;
  if (bot === null) {
    const read = async () => () => NOT_PUBLIC_PAGE;
    return { ...common, key: 'page', version: '', subject: NOT_PUBLIC_SUBJECT, read, status: 404 };
  }
  const { account, state, nowMs } = bot;
  // Without a theme it has that of the reader's system.
  const { theme = null, range = '90d' } = askedIn(query);
  const read = async () => {
    const [history, coverage, votes] = await Promise.all([
      bots.series(bot, range),
      bots.coverage(bot),
      bots.votes(bot),
    ]);
    const deploys = bot.showsDeploys ? await bots.deploys(bot, history) : [];
    const shown = {
      botId: account.botId,
      name: account.name,
      state,
      nowMs,
      history,
      deploys,
      votes,
      badge: PLANS[account.plan].features.badge,
      servers: account.lastReport?.serverCount ?? null,
      users: account.lastReport?.userCount ?? null,
      coverage: { percentage: coverage.all.percentage, days: coverage.days },
    };
    return () => publicPage(shown, { range, theme }, origin);
  };
  const key = `page ${account.botId} ${range} ${theme}${bot.showsDeploys ? ' deploys' : ''}`;
  return { ...common, key, version: versionOf(bot), subject: account.botId, read };
}

const THEME = z.enum(THEMES).default('light').describe('Its colours');
const RANGE = z.enum(PUBLIC_RANGES).default('30d').describe('Never more than the plan’s history');
const LABEL = z.string().max(LABEL_MAX).optional().describe('In place of the usual one');
const NOT_PUBLIC = 'An unknown bot and one that is not public give the same answer.';
const BADGE_EXAMPLE: BadgeValue = { kind: 'servers', count: 48_001 };

type Described = {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly docs: Omit<NonNullable<Operation['docs']>, 'tag'>;
  readonly response: Operation['response'];
  readonly find: (of: Public, asked: Asked) => Promise<PublicDrawing>;
};

const operation = ({ path, headers, docs, response, find }: Described): Operation => ({
  method: 'GET',
  auth: 'public',
  isCounted: false,
  errors: ['not_found'],
  path,
  docs: { ...docs, tag: 'Public' },
  response,
  handle: async ({ publicBots }: OperationDeps, received: ParsedRequest) =>
    publicBots === undefined
      ? errorReply(received.requestId, NOT_FOUND)
      : publicReply(received, publicBots.drawings, headers, await find(publicBots, received)),
});

export const badgeOperation = operation({
  path: BADGE_PATH,
  headers: PUBLIC_HEADERS,
  docs: {
    operationId: 'readBadge',
    summary: 'A badge of a public bot',
    description: `As SVG, or as JSON for shields.io’s endpoint badge. ${NOT_PUBLIC} It says “not public”. Others may keep it for 300 s, its state for 60 s.`,
    query: z.object({ theme: THEME, label: LABEL }),
  },
  response: {
    description: 'The badge.',
    content: {
      'image/svg+xml': { schema: z.string() },
      'application/json': {
        schema: z
          .object({
            schemaVersion: z.literal(1),
            label: z.string(),
            message: z.string(),
            color: z.string(),
            cacheSeconds: z.literal(300),
            isError: z.literal(true).optional(),
          })
          .meta({ id: 'ShieldsBadge' }),
        example: badgeJson(badgeOf('servers', BADGE_EXAMPLE, null)),
      },
    },
  },
  find: findBadge,
});

export const chartOperation = operation({
  path: CHART_PATH,
  headers: PUBLIC_HEADERS,
  docs: {
    operationId: 'readChart',
    summary: 'A chart of a public bot',
    description: `As SVG, or as PNG of 1200 × 630 for link previews. ${NOT_PUBLIC} It says “not public”.`,
    query: z.object({ range: RANGE, theme: THEME }),
  },
  response: {
    description: 'The chart.',
    content: { 'image/svg+xml': { schema: z.string() }, 'image/png': { schema: z.string() } },
  },
  find: findChart,
});

export const publicPageOperation = operation({
  path: PUBLIC_PAGE_PATH,
  headers: { 'Content-Security-Policy': PAGE_POLICY },
  docs: {
    operationId: 'readPublicPage',
    summary: 'The page of a public bot',
    description: `HTML without scripts. ${NOT_PUBLIC} It is a page with status 404.`,
    query: z.object({
      range: RANGE.unwrap().default('90d'),
      theme: z.enum(THEMES).optional().describe('Default: the reader’s'),
    }),
  },
  response: {
    description: 'The page.',
    content: { 'text/html': { schema: z.string() } },
    notFound: 'The bot is unknown or not public.',
  },
  find: findPage,
});
