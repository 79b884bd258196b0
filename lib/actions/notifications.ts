'use server';

import { revalidatePath } from 'next/cache';
import type { FormState } from '@/lib/contract/form-state';
import { paths } from '@/lib/contract/paths';
import { parsePlace } from '@/lib/domain/alerts/notification';
import { markOneRead, markRead } from '@/lib/services/events/list-own';
import { invalid, type Result } from '@/lib/services/result';
import { act } from './act';
import { field } from './fields';
import { formState, nothing } from './form-result';

/** Marks the caller's notifications as read up to the place `upTo`. */
export async function markReadAction(_: FormState, form: FormData): Promise<FormState> {
  const upTo = parsePlace(field(form, 'upTo'));
  const result = await act('notifications.read', async (ports, who) =>
    upTo === null ? invalid('Reload the page and try again.') : markRead(ports, who, upTo),
  );
  return readState(form, result);
}

/** Marks one of the caller's notifications, `eventId`, as read. */
export async function markOneReadAction(_: FormState, form: FormData): Promise<FormState> {
  const result = await act('notifications.read', (ports, who) =>
    markOneRead(ports, who, field(form, 'eventId')),
  );
  return readState(form, result);
}

function readState(form: FormData, result: Result<null>): FormState {
  // The bell is on every page.
  if (result.ok) revalidatePath(paths.home, 'layout');
  return formState(form, result, '', nothing);
}
