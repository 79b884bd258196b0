import type { Ports } from '@/lib/ports/ports';
import { personLock } from '../locks';

/** Ends one session; does nothing if it has ended. */
export async function endSession({ directory, secrets }: Ports, sessionSecret: string): Promise<void> {
  const hash = secrets.hash(sessionSecret);
  const session = await directory.read(({ sessions }) => sessions.find(hash));
  if (session === null) return;
  await directory.write([personLock(session.userId)], ({ sessions }) => sessions.delete(hash));
}
