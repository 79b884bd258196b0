import { PEOPLE_PATH } from '@/lib/contract/dashboard-paths';
import type { PeopleView } from '@/lib/contract/people-view';
import { read } from './read';

/** People whose name or address contains `text`; none if the read fails, because an address can be typed too. */
export async function findPeople(text: string, signal: AbortSignal): Promise<PeopleView['people']> {
  try {
    const response = await read(`${PEOPLE_PATH}?q=${encodeURIComponent(text)}`, { signal });
    return response.ok ? ((await response.json()) as PeopleView).people : [];
  } catch {
    return [];
  }
}
