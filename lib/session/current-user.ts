import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { sessionCookieName, sessionSecretOf } from '@/lib/auth/cookies';
import { paths, withQuery } from '@/lib/contract/paths';
import type { PersonView } from '@/lib/contract/views';
import { ANONYMOUS, type Caller, type User } from '@/lib/domain/people/caller';
import type { Ports, Store, Tables } from '@/lib/ports/ports';
import { ownOrigin } from '@/lib/request/same-origin';
import { findSession, type LiveSession } from '@/lib/services/sessions/find';
import { readPerson } from '@/lib/services/users/person';
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

/** The signed-in person; `null` without a live session, and for whoever must set up a second factor first. */
export async function currentUser(): Promise<User | null> {
  const live = await liveSession();
  return live?.who.kind === 'person' ? live.user : null;
}

/** Whether the current request is of someone who must set up a second factor first. */
export const isEnrolling = async (): Promise<boolean> => (await liveSession())?.who.kind === 'enrolling';

/** The signed-in person, as the frame of every page shows them; `null` without a live session. */
export const readShownPerson = cache(async (): Promise<PersonView | null> => {
  const found = await readPerson(pagePorts(), await caller(), await currentUser());
  return found.ok ? found.value : null;
});

/** The same, as far as "not found" needs it, which is in the payload of every page. */
export async function readReader(): Promise<Reader | null> {
  const person = await readShownPerson();
  return person && { role: person.role, hasOwnBots: person.hasOwnBots };
}

/** The caller to pass to services. */
export const caller = async (): Promise<Caller> => (await liveSession())?.who ?? ANONYMOUS;

/** The signed-in person, or a redirect to sign-in that returns to `path`. For convenience only: the services decide. */
export async function requireUser(path: string): Promise<User> {
  const user = await currentUser();
  if (user === null && (await isEnrolling())) redirect(paths.secondFactor);
  return user ?? redirect(withQuery(paths.login, { callbackUrl: path }));
}

/** The origin of this service that the browser uses. */
export async function ownOriginNow(): Promise<string> {
  return ownOrigin(await headers());
}
