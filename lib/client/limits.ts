/** Quota and interval from the headers of each response (API section 6). Durations only. */
export type Limits = {
  readonly quota: Readonly<{ limit: number | null; remaining: number; resetMs: number }> | null;
  readonly interval: Readonly<{ everyMs: number | null; waitMs: number }> | null;
};

/** No plan, cycle or refusal lasts longer; a larger number is ignored as invalid. */
export const WAIT_MAX_MS = 31 * 24 * 3_600_000;

/** Parses `RateLimit` and `RateLimit-Policy`; a missing or malformed part is `null`. */
export function readLimits(headers: Headers): Limits {
  const state = readItems(headers.get('ratelimit'));
  const policy = readItems(headers.get('ratelimit-policy'));
  const { r: remaining, t: reset } = state.get('quota') ?? {};
  const wait = state.get('interval')?.t;
  const every = policy.get('interval')?.w;
  return {
    quota:
      remaining === undefined || reset === undefined
        ? null
        : { limit: policy.get('quota')?.q ?? null, remaining, resetMs: boundedMs(reset) },
    interval:
      wait === undefined
        ? null
        : { everyMs: every === undefined ? null : boundedMs(every), waitMs: boundedMs(wait) },
  };
}

/**
 * `Retry-After` in milliseconds: whole seconds, or a date relative to the response's own `Date`, because the host's
 * clock may be wrong. `null` if absent.
 */
export function readRetryAfterMs(headers: Headers): number | null {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,15}$/.test(value)) return boundedMs(Number(value));
  const waitMs = Date.parse(value) - Date.parse(headers.get('date') ?? '');
  return Number.isFinite(waitMs) ? boundedMs(waitMs / 1_000) : null;
}

export function boundedMs(seconds: number): number {
  return Math.min(Math.max(0, seconds * 1_000), WAIT_MAX_MS);
}

/** Parses the items of a structured list, `"name";key=1;key=2, …`, with their whole-number parameters. */
function readItems(field: string | null): Map<string, { [key: string]: number | undefined }> {
  const items = new Map<string, { [key: string]: number | undefined }>();
  for (const item of (field ?? '').slice(0, 1_024).split(',')) {
    const [name = '', ...parameters] = item.trim().split(';');
    const values: { [key: string]: number | undefined } = {};
    for (const parameter of parameters) {
      const [key = '', value = ''] = parameter.trim().split('=');
      if (/^\d{1,15}$/.test(value)) values[key] = Number(value);
    }
    items.set(name.replace(/^"|"$/g, ''), values);
  }
  return items;
}
