import { MINUTE_MS } from '@/lib/domain/quota/plan';
import type { DrawingRequest, Drawings } from '@/lib/services/public/drawings';
import type { PublicBot } from '@/lib/services/public/view';
import { entityTag, hasTag } from './negotiation';
import type { ParsedRequest, Reply } from './operation';

/** How long others keep a drawing, in seconds. */
export const KEPT_S = 300;

export const PUBLIC_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
} as const;

/** What a request asks for, found without a history. */
export type PublicDrawing = Omit<DrawingRequest<unknown>, 'read' | 'draw'> & {
  readonly type: string;
  /** Reads what the drawing shows, and returns what draws it. */
  readonly read: () => Promise<() => string>;
  readonly keptS?: number;
  readonly status?: 200 | 404;
};

/** A drawing, or the reply of HEAD and 304, which need none; 503 if it would wait too long. */
export async function publicReply(
  { method, headers: fields, hold }: ParsedRequest,
  drawings: Drawings,
  headers: Record<string, string>,
  { type, keptS = KEPT_S, status = 200, ...found }: PublicDrawing,
): Promise<Reply> {
  const wanted = { ...found, draw: (draw: () => string) => draw() };
  const { key, version, form } = wanted;
  const tag = entityTag({ form, key, version });
  const common = {
    ...headers,
    'Content-Type': type,
    ETag: tag,
    'Cache-Control': `public, max-age=${keptS}, s-maxage=${keptS}`,
  };
  if (hasTag(fields['if-none-match'], tag)) return { status: 304, headers: common, body: '' };
  if (method === 'HEAD') return { status, headers: common, body: '' };
  const kept = drawings.kept(wanted);
  if (kept !== null) return { status, headers: common, body: kept };
  const { signal, end } = hold();
  try {
    const body = await drawings.get(wanted, signal);
    if (body !== null) return { status, headers: common, body };
  } finally {
    end();
  }
  const refused = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'Retry-After': '2',
  };
  return {
    status: 503,
    headers: { ...PUBLIC_HEADERS, ...refused },
    body: 'Too many drawings wait. Try again in 2 seconds.\n',
  };
}

/** What depends on a history is drawn anew at most once a minute, each bot at a second of its own. */
export const versionOf = ({ account: { botId }, nowMs }: PublicBot): string =>
  String(Math.floor((nowMs + Number(BigInt(botId) % BigInt(MINUTE_MS))) / MINUTE_MS));
