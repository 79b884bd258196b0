import { PEOPLE_PATH } from '@/lib/contract/api-paths';
import type { PeopleView } from '@/lib/contract/views';
import { fetchJson } from './fetch-json';

/** People whose name or address contains `text`; none if the read fails, because an address can be typed too. */
export async function findPeople(text: string, signal: AbortSignal): Promise<PeopleView['people']> {
  try {
    return (await fetchJson<PeopleView>(`${PEOPLE_PATH}?q=${encodeURIComponent(text)}`, { signal })).data
      .people;
  } catch {
    return [];
  }
}
