import { actorOf, type Caller, mayAdminister } from '@/lib/domain/caller';
import type { Ports } from '@/lib/ports/ports';
import { emailLock } from '../locks';
import { conflict, done, forbidden, type Result } from '../result';
import { checkPerson, type NewPerson } from '../users/create';
import { writeAsAdmin } from '../write-as';
import { type IssuedLink, issueLink } from './issue';

/** Issues a link with which a new person chooses how to sign in. Refuses a taken address and an invalid name. */
export async function inviteUser(ports: Ports, who: Caller, input: NewPerson): Promise<Result<IssuedLink>> {
  if (!mayAdminister(who)) return forbidden();
  const checked = checkPerson(ports, input);
  if (!checked.ok) return checked;
  const { id, email, name, role } = checked.value;
  return writeAsAdmin(ports, who, [emailLock(email)], async (tables, nowMs, caller) => {
    if ((await tables.users.findByEmail(email)) !== null) {
      return conflict(`There is already a user with the address ${email}.`, 'email');
    }
    const actor = actorOf(caller);
    const invited = { kind: 'invite', userId: id, email, name, role, issuer: actor } as const;
    const issued = await issueLink(tables, ports, invited, nowMs);
    const after = { email, name, role };
    await tables.audit.append({ actor, action: 'user.invite', subject: id, after }, nowMs);
    return done(issued);
  });
}
