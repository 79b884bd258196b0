'use server';

import { headers } from 'next/headers';
import { originRefusal } from '@/lib/request/same-origin';
import { keepRowSize } from '@/lib/session/row-size';
import { field } from './fields';

/** Remembers in this browser how large the `rows` of the list of own bots are; the list is then drawn again. */
export async function chooseRowsAction(form: FormData): Promise<void> {
  if (originRefusal(await headers()) !== null) return;
  await keepRowSize(field(form, 'rows') === 'compact' ? 'compact' : 'large');
}
