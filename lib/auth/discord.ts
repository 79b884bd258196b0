import type { OAuthConfig } from 'next-auth/providers/oauth';

export type DiscordSettings = {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where Discord's OAuth endpoints are. */
  readonly origin: string;
};

/** Sign-in with Discord: the account's id and nothing else, with PKCE and state. */
export function discord({ clientId, clientSecret, origin }: DiscordSettings): OAuthConfig<{ id: string }> {
  return {
    id: 'discord',
    name: 'Discord',
    type: 'oauth',
    clientId,
    clientSecret,
    checks: ['pkce', 'state'],
    authorization: { url: `${origin}/oauth2/authorize`, params: { scope: 'identify' } },
    token: `${origin}/api/oauth2/token`,
    userinfo: `${origin}/api/users/@me`,
    profile: ({ id }) => ({ id }),
  };
}
