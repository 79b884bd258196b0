import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { sessionCookieName, sessionSecretOf } from '@/lib/auth/cookies';
import { paths, withQuery } from '@/lib/contract/paths';
import { ANONYMOUS, type Caller, type User } from '@/lib/domain/people/caller';
import type { Ports, Store, Tables } from '@/lib/ports/ports';
import { ownOrigin } from '@/lib/request/same-origin';
import { ownsBots } from '@/lib/services/bots/find';
import { findSession, type LiveSession } from '@/lib/services/sessions/find';
import { container } from '@/lib/session/container';
import type { Reader } from '@/lib/view/navigation';

/** The session secret in the cookies of the current request, not yet validated. */
export const sessionSecret = cache(async (): Promise<string | null> => {
  const settings = { secret: container().authSecret, origin: await ownOriginNow() };
  const cookie = (await cookies()).get(sessionCookieName(settings.origin));
  return sessionSecretOf(cookie?.value, settings);
});

/** The ports for reads of the page that is rendered: its reads have one time, and it reads each bot's row once. */
export const pagePorts = cache((): Ports => {
  const { ports } = container();
  const { store } = ports;
  const directory = ports.directory.atOneTime();
  const snapshots = new Map<string, ReturnType<Store['find']>>();
  const bots = new Map<string, ReturnType<Tables['bots']['findById']>>();
  return {
    ...ports,
    store: {
      find: (ref) => kept(snapshots, 'botId' in ref ? ref.botId : ref.keyHash, () => store.find(ref)),
      call: (...given) => store.call(...given),
      noteUse: (...given) => store.noteUse(...given),
      probe: () => store.probe(),
      close: () => store.close(),
    },
    directory: {
      ...directory,
      read: (work) =>
        directory.read((tables, nowMs) => {
          const findById = (id: string) => kept(bots, id, () => tables.bots.findById(id));
          return work({ ...tables, bots: { ...tables.bots, findById } }, nowMs);
        }),
    },
  };
});

/** What was read before, or what `read` gives. */
function kept<Value>(all: Map<string, Value>, key: string, read: () => Value): Value {
  const known = all.get(key);
  if (known !== undefined) return known;
  const value = read();
  all.set(key, value);
  return value;
}

/** The session of the current request, read once per request; `null` when it is not live. */
const liveSession = cache(async (): Promise<LiveSession | null> => {
  const secret = await sessionSecret();
  return secret === null ? null : findSession(pagePorts(), secret);
});

/** The signed-in person; `null` without a live session. */
export const currentUser = async (): Promise<User | null> => (await liveSession())?.user ?? null;

/** Who the navigation is for; `null` without a live session. An admin may have no bots of their own. */
export const reader = cache(async (): Promise<Reader | null> => {
  const session = await liveSession();
  if (session === null) return null;
  const { role } = session.user;
  const owns = role === 'admin' ? await ownsBots(pagePorts(), session.who) : null;
  return { role, hasOwnBots: owns === null || (owns.ok && owns.value) };
});

/** The caller to pass to services. */
export const caller = async (): Promise<Caller> => (await liveSession())?.who ?? ANONYMOUS;

/** The signed-in person, or a redirect to sign-in that returns to `path`. For convenience only: the services decide. */
export async function requireUser(path: string): Promise<User> {
  const user = await currentUser();
  return user ?? redirect(withQuery(paths.login, { callbackUrl: path }));
}

/** The origin of this service that the browser uses. */
export async function ownOriginNow(): Promise<string> {
  return ownOrigin(await headers());
}
