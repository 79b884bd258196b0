import { actorOf, OPERATOR, type User } from '@/lib/domain/people/caller';
import type { Ports } from '@/lib/ports/ports';
import { notifyOfFactor } from '../codes/notify';
import { conflict, done, type Result } from '../result';
import { writeOnUser } from '../users/change';
import type { UserRef } from '../users/find';

/** Removes the second factor of a person who lost their app and their recovery codes. Only the operator can: no page does it. */
export const resetFactor = (ports: Ports, ref: UserRef): Promise<Result<User>> =>
  writeOnUser(ports, OPERATOR, ref, [], async (tables, nowMs, user, record) => {
    if ((await tables.secondFactors.find(user.id)) === null)
      return conflict(`${user.email} has no second factor.`);
    await tables.secondFactors.delete(user.id);
    await record('factor.reset', user.id);
    await notifyOfFactor(tables, ports, user, { kind: 'factor.reset', actor: actorOf(OPERATOR) }, nowMs);
    return done(user);
  });
