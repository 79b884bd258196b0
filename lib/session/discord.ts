import { headers } from 'next/headers';
import type { DiscordSettings, RedirectUri } from '@/lib/auth/discord';
import { container } from '@/lib/container';
import { absoluteOrigin } from '@/lib/request/same-origin';

/** The Discord settings with the callback URL; `undefined` if Discord is not configured or no callback URL is known. */
export async function discordSettings(): Promise<(DiscordSettings & RedirectUri) | undefined> {
  const { discord, appUrl } = container().env;
  const here = absoluteOrigin(await headers(), appUrl);
  if (discord === undefined || here === null) return undefined;
  return { ...discord, redirectUri: `${here}/api/auth/callback/discord` };
}
