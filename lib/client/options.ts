/** The service, and the bot that reports to it. */
export type BotmeterOptions = {
  /** URL of the service, `http:` or `https:`, with a path if it is served under one. No user name, no query. */
  readonly baseUrl: string;
  /** The bot's API key, `btm_…` (API section 7). Never shown in events, messages or inspections. */
  readonly apiKey: string;
  /** The bot's snowflake as a string of 17 to 20 digits (API section 3). */
  readonly botId: string;
};

/** `origin` is for messages; `root` is the URL below which the API is. */
export type Target = {
  readonly root: string;
  readonly origin: string;
  readonly apiKey: string;
  readonly botId: string;
};

const SNOWFLAKE = /^[1-9][0-9]{16,19}$/;
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;
/** What is printed as nothing: controls, formatting characters, and blanks other than the space. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u;

/** What the options say, or what is wrong with them and what to do, in one sentence that never contains the key. */
export function readOptions(options: unknown): Target | string {
  if (typeof options !== 'object' || options === null) return 'Pass { baseUrl, apiKey, botId }.';
  const [baseUrl, apiKey, botId] = ['baseUrl', 'apiKey', 'botId'].map((name) => {
    const value = (options as Record<string, unknown>)[name];
    return typeof value === 'string' ? value.trim() : '';
  }) as [string, string, string];
  const hidden = hiddenIn('apiKey', apiKey) ?? hiddenIn('botId', botId);
  if (hidden !== null) return hidden;
  if (!VISIBLE_ASCII.test(apiKey))
    return 'Set apiKey to the key of the bot (it starts with "btm_"); it is missing or contains invalid characters.';
  if (!SNOWFLAKE.test(botId)) return 'Set botId to the id of the bot as a string of 17 to 20 digits.';
  const url = urlOf(baseUrl);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return 'Set baseUrl to the address of the service, such as "https://stats.example.org", without user name and password.';
  const root = `${url.origin}${url.pathname.replace(/\/+$/, '')}/api/v1`;
  return { root, origin: url.origin, apiKey, botId };
}

/** Names an invisible character of an option, which its reader cannot find, and shows nothing else of the option. */
function hiddenIn(name: string, value: string): string | null {
  const code = INVISIBLE.exec(value)?.[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  if (code === undefined) return null;
  return `${name} has an invisible character in it (U+${code}): copy it again, or delete the character.`;
}

function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
