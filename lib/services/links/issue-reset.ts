import { actorOf, type Caller } from '@/lib/domain/caller';
import type { Ports } from '@/lib/ports/ports';
import { conflict, done, type Result } from '../result';
import type { UserRef } from '../users/find';
import { writeOnUser } from '../users/write-on-user';
import { type IssuedLink, issueLink } from './issue';

/** Issues a link with which a person replaces their password. Nothing changes for them until it is used. */
export async function issueReset(ports: Ports, who: Caller, ref: UserRef): Promise<Result<IssuedLink>> {
  return writeOnUser(ports, who, ref, [], async (tables, nowMs, user) => {
    if (user.isDisabled) return conflict(`${user.email} is disabled; enable them first.`);
    const { id: userId, email, name, role } = user;
    const actor = actorOf(who);
    const reset = { kind: 'reset', userId, email, name, role, issuer: actor } as const;
    const issued = await issueLink(tables, ports, reset, nowMs);
    await tables.audit.append({ actor, action: 'user.reset', subject: userId }, nowMs);
    return done(issued);
  });
}
