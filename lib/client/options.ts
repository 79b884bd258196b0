/** The service, and the bot that reports to it. */
export type BotmeterOptions = {
  /** URL of the service, `http:` or `https:`, with a path if it is served under one. No user name, no query. */
  readonly baseUrl: string;
  /** The bot's API key, `btm_…` (API section 7). Never shown in events, messages or inspections. */
  readonly apiKey: string;
  /** The bot's snowflake as a string of 17 to 20 digits (API section 3). */
  readonly botId: string;
};

const SNOWFLAKE = /^[1-9][0-9]{16,19}$/;

const VISIBLE_ASCII = /^[\x21-\x7e]+$/;
/** What is printed as nothing: controls, formatting characters, and blanks other than the space. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u;

/**
 * What is wrong with the options, and what to do, in one sentence; `null` if they are valid. Never contains the key.
 */
export function optionsError(options: unknown): string | null {
  if (typeof options !== 'object' || options === null) return 'Pass { baseUrl, apiKey, botId }.';
  const { baseUrl, apiKey, botId } = options as Record<string, unknown>;
  const hidden = hiddenIn('apiKey', apiKey) ?? hiddenIn('botId', botId);
  if (hidden !== null) return hidden;
  if (typeof apiKey !== 'string' || !VISIBLE_ASCII.test(apiKey.trim()))
    return 'Set apiKey to the key of the bot (it starts with "btm_"); it is missing or contains invalid characters.';
  if (typeof botId !== 'string' || !SNOWFLAKE.test(botId.trim()))
    return 'Set botId to the id of the bot as a string of 17 to 20 digits.';
  if (typeof baseUrl !== 'string' || endpointsOf(baseUrl) === null)
    return 'Set baseUrl to the address of the service, such as "https://stats.example.org", without user name and password.';
  return null;
}

/** Names an invisible character of an option, which its reader cannot find, and shows nothing else of the option. */
function hiddenIn(name: string, value: unknown): string | null {
  const [character] = (typeof value === 'string' && INVISIBLE.exec(value.trim())) || [];
  if (character === undefined) return null;
  const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return `${name} has an invisible character in it (U+${code}): copy it again, or delete the character.`;
}

export type Endpoints = {
  readonly report: string;
  readonly usage: string;
  readonly heartbeat: string;
  readonly votes: string;
  /** Without the bot's id. */
  readonly bots: string;
  readonly origin: string;
};

/** The URLs of the endpoints; `null` if `baseUrl` is invalid. */
export function endpointsOf(baseUrl: string): Endpoints | null {
  let url: URL;
  try {
    url = new URL(baseUrl.trim());
  } catch {
    return null;
  }
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  const root = `${url.origin}${url.pathname.replace(/\/+$/, '')}/api/v1/`;
  return {
    report: `${root}bots/stats`,
    usage: `${root}usage`,
    heartbeat: `${root}heartbeat`,
    votes: `${root}votes`,
    bots: `${root}bots`,
    origin: url.origin,
  };
}
