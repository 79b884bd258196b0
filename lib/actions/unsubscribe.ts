'use server';

import type { FormState } from '@/lib/contract/form-state';
import { unsubscribe } from '@/lib/services/alerts/settings';
import { act } from './act';
import { field } from './fields';
import { formState, nothing } from './form-result';

/** Ends the mails of the link `token`, for whoever has it. */
export async function unsubscribeAction(_: FormState, form: FormData): Promise<FormState> {
  const result = await act('mails.end', (ports) => unsubscribe(ports, field(form, 'token')));
  return formState(form, result, 'You no longer get these mails.', nothing);
}
