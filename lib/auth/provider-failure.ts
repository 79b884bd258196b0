/** Why signing in with Discord failed. */
export type ProviderFailure = {
  /** What the page shows a sentence for. */
  readonly code: 'discord-cancelled' | 'discord-refused' | 'discord-unavailable' | 'discord-lost';
  /** For the log: the provider's error code or the kind of the error. Never a body, which may hold a code or a secret. */
  readonly reason: string;
  /** The status of the provider's response, if the error names it. */
  readonly status: number | null;
};

/** How errors of OAuth begin (RFC 6749, section 5.2): `invalid_client (…)`. */
const OAUTH_CODE = /^([a-z_]{1,40})(?: \(|$)/;
/** How openid-client describes another response: `expected 200 OK, got: 429 Too Many Requests`. */
const STATUS = /\bgot: ([1-5]\d\d) /;
/** openid-client's and next-auth's words for a browser without the cookies of this sign-in, or with those of another one. */
const BROWSER = /\b(state|pkce|code_verifier|cookie)\b/i;

/** What the details of an error that next-auth logs say; it keeps only the message of the provider's error. */
export function providerFailure(details: unknown): ProviderFailure {
  const error = details instanceof Error ? details : memberOf(details, 'error');
  const message = String(memberOf(error, 'message') ?? '');
  const status = Number(STATUS.exec(message)?.[1] ?? 0) || null;
  const code = memberOf(error, 'code');
  const reason =
    OAUTH_CODE.exec(message)?.[1] ??
    (typeof code === 'string' && /^\w{1,40}$/.test(code)
      ? code
      : /timed out/.test(message)
        ? 'timeout'
        : 'other');
  return { code: codeOf(reason, status, message), reason, status };
}

function codeOf(reason: string, status: number | null, message: string): ProviderFailure['code'] {
  if (reason === 'access_denied') return 'discord-cancelled';
  if (['invalid_client', 'unauthorized_client'].includes(reason) || status === 401) return 'discord-refused';
  if (reason === 'invalid_grant' || BROWSER.test(message)) return 'discord-lost';
  return 'discord-unavailable';
}

const memberOf = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null && name in of ? (of as Record<string, unknown>)[name] : undefined;
