import type { Caller } from '@/lib/domain/caller';
import { parseTimeZone } from '@/lib/domain/time-zone';
import type { Ports } from '@/lib/ports/ports';
import { done, invalid, type Result } from '../result';
import { writeAsPerson } from '../write-as';

/** Sets the caller's own time zone; empty for that of the browser on pages, and UTC in messages. */
export async function setOwnTimeZone(
  ports: Ports,
  who: Caller,
  text: string,
): Promise<Result<string | null>> {
  const typed = text.trim();
  const timeZone = typed === '' ? null : parseTimeZone(typed.replaceAll(' ', '_'));
  if (typed !== '' && timeZone === null) {
    return invalid('This is no time zone. Choose one from the list, such as Europe/Berlin.', 'zone');
  }
  return writeAsPerson(ports, who, [], async ({ users }, nowMs, { user: { id } }) => {
    await users.update(id, { timeZone }, nowMs);
    return done(timeZone);
  });
}
