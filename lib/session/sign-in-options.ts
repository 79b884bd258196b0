import { headers } from 'next/headers';
import type { NextAuthOptions } from 'next-auth';
import { type SignInContext, signInOptions } from '@/lib/auth/next-auth';
import { container } from '@/lib/container';
import { CLIENT_ADDRESS_HEADER, networkOf } from '@/lib/request/forwarded';
import { ownOriginNow, sessionSecret } from './current-user';
import { discordSettings } from './discord';
import { knownBrowserToken } from './known-browser';
import { currentLink } from './start-session';

/** The sign-in library's options for the current request. */
export async function currentSignInOptions(
  onSignedIn: SignInContext['onSignedIn'] = () => {},
  onProviderFailure: SignInContext['onProviderFailure'] = () => {},
): Promise<NextAuthOptions> {
  const { ports, authSecret, log } = container();
  let isFailureLogged = false;
  const fields = await headers();
  const address = fields.get(CLIENT_ADDRESS_HEADER) || 'unknown';
  return signInOptions({
    ports,
    secret: authSecret,
    discord: await discordSettings(),
    origin: await ownOriginNow(),
    address,
    network: networkOf(address),
    link: await currentLink(),
    knownBrowser: await knownBrowserToken(),
    onSignedIn,
    client: fields.get('user-agent') ?? '',
    currentSession: await sessionSecret(),
    onProviderFailure: (failure) => {
      // next-auth logs some failures twice.
      if (!isFailureLogged) log.warn(failure, 'signing in with Discord failed');
      isFailureLogged = true;
      onProviderFailure(failure);
    },
    onError: (error) => log.error({ err: error }, 'a sign-in or sign-out failed'),
  });
}
