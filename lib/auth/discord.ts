import type { OAuthConfig } from 'next-auth/providers/oauth';

export type DiscordSettings = {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Origin of Discord's OAuth endpoints. */
  readonly origin: string;
};

/** The URL to which Discord redirects: the only absolute URL of this service that sign-in needs. */
export type RedirectUri = { readonly redirectUri: string };

/** Sign-in with Discord: reads only the account's id; uses PKCE and state. */
export function discord({
  clientId,
  clientSecret,
  origin,
  redirectUri,
}: DiscordSettings & RedirectUri): OAuthConfig<{ id: string }> {
  return {
    id: 'discord',
    name: 'Discord',
    type: 'oauth',
    clientId,
    clientSecret,
    checks: ['pkce', 'state'],
    authorization: {
      url: `${origin}/oauth2/authorize`,
      params: { scope: 'identify', redirect_uri: redirectUri },
    },
    // Discord accepts the code only with the redirect URI of the authorization request.
    token: {
      url: `${origin}/api/oauth2/token`,
      request: async ({ client, params, checks }) => ({
        tokens: await client.oauthCallback(redirectUri, params, checks),
      }),
    },
    userinfo: `${origin}/api/users/@me`,
    profile: ({ id }) => ({ id }),
  };
}
