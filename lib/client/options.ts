/** Where to report, as whom. */
export type BotmeterOptions = {
  /** Address of the service, `http:` or `https:`, with a path when it lives under one. No user name, no query. */
  readonly baseUrl: string;
  /** The bot's API key, `btm_…` (API section 7). It is never shown in an event, a message or an inspection. */
  readonly apiKey: string;
  /** The bot's snowflake as a string of 17 to 20 digits (API section 3). */
  readonly botId: string;
};

export const SNOWFLAKE = /^[1-9][0-9]{16,19}$/;

const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/** What is wrong with the options, as a sentence that says what to do; `null` when nothing is. Never shows the key. */
export function optionsFault(options: unknown): string | null {
  if (typeof options !== 'object' || options === null) return 'Pass { baseUrl, apiKey, botId }.';
  const { baseUrl, apiKey, botId } = options as Record<string, unknown>;
  if (typeof apiKey !== 'string' || !VISIBLE_ASCII.test(apiKey.trim()))
    return 'Set apiKey to the key of the bot (it starts with "btm_"); it is missing or holds other characters.';
  if (typeof botId !== 'string' || !SNOWFLAKE.test(botId))
    return 'Set botId to the id of the bot as a string of 17 to 20 digits.';
  if (typeof baseUrl !== 'string' || endpointsOf(baseUrl) === null)
    return 'Set baseUrl to the address of the service, such as "https://stats.example.org", without user name and password.';
  return null;
}

export type Endpoints = { readonly report: string; readonly usage: string; readonly origin: string };

/** The addresses of the two endpoints; `null` when `baseUrl` cannot be used. */
export function endpointsOf(baseUrl: string): Endpoints | null {
  let url: URL;
  try {
    url = new URL(baseUrl.trim());
  } catch {
    return null;
  }
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  const root = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  return { report: `${root}/api/v1/bots/stats`, usage: `${root}/api/v1/usage`, origin: url.origin };
}
