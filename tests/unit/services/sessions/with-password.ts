import { setPassword } from '@/lib/services/passwords/set';
import { signIn } from '@/lib/services/sessions/sign-in';
import { insertSession } from '@/tests/support/data/fixtures';
import { emailOf, PRINCIPALS, type ServiceContext } from '@/tests/support/data/principals';
import { accepted } from '@/tests/support/result';

export const PASSWORD = 'tangerine kettle 42';
const FROM = { address: '192.0.2.1', network: '192.0.2.1', client: 'Browser 1', knownBrowserId: () => null };

export const signInAs = (s: ServiceContext, email: string, password: string) =>
  signIn(s.ports, { ...FROM, email, password });

/** Signs in with PASSWORD and returns the session secret. */
export async function session(s: ServiceContext, name: 'admin' | 'owner' | 'other'): Promise<string> {
  const signedIn = await signInAs(s, emailOf(name), PASSWORD);
  if (signedIn.kind !== 'signed-in') throw new Error(signedIn.kind);
  return signedIn.sessionSecret;
}

/** Sets PASSWORD, which ends all sessions, and opens the session of PRINCIPALS again. */
export async function givePassword(s: ServiceContext, name: 'admin' | 'owner' | 'other') {
  accepted(await setPassword(s.ports, PRINCIPALS.operator, { userId: name }, PASSWORD));
  await insertSession(s.ports.directory, PRINCIPALS[name]);
}
