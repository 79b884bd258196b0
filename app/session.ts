import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { sessionSecretOf } from '@/lib/auth/next-auth';
import { container } from '@/lib/container';
import { ANONYMOUS, type Principal } from '@/lib/domain/principal';
import { ownOrigin } from '@/lib/http/same-origin';
import { findSession } from '@/lib/services/find-session';
import type { User } from '@/lib/services/ports';

/** The session secret in the cookies of the request being served, good or not. */
export const sessionSecret = cache(async (): Promise<string | null> => {
  const jar = Object.fromEntries((await cookies()).getAll().map(({ name, value }) => [name, value]));
  return sessionSecretOf(jar, { secret: container().authSecret, isSecure: await isSecure() });
});

/** Who is signed in, checked against the database for this request; `null` for no one. */
export const currentUser = cache(async (): Promise<User | null> => {
  const secret = await sessionSecret();
  return secret === null ? null : findSession(container().ports, secret);
});

/** As whom the services are asked. */
export async function principal(): Promise<Principal> {
  const user = await currentUser();
  return user === null ? ANONYMOUS : { kind: 'person', userId: user.id, role: user.role };
}

/** The signed-in person, or a redirect to sign in and come back to `path`. A comfort: the services decide. */
export async function requireUser(path: string): Promise<User> {
  const user = await currentUser();
  return user ?? redirect(`/login?callbackUrl=${encodeURIComponent(path)}`);
}

export async function isSecure(): Promise<boolean> {
  return ownOrigin(await headers()).startsWith('https:');
}
