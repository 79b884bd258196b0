import { actorOf, type Principal } from '@/lib/domain/principal';
import type { Ports } from './ports';

/** Puts into the audit log that `who` asked for what is not theirs. */
export async function recordDenial({ directory }: Ports, who: Principal, what: string): Promise<void> {
  const actor = actorOf(who);
  await directory.write(({ audit }, nowMs) => audit.append({ actor, action: 'deny', subject: what }, nowMs));
}
