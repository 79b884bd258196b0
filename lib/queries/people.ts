import { PEOPLE_PATH } from '@/lib/contract/api-paths';
import type { PeopleView } from '@/lib/contract/views';
import { fetchJson } from './fetch-json';

/** People whose name or address contains `text`, as suggestions for a field that holds an address. */
export const personSuggestions = (text: string) => ({
  queryKey: ['suggested people', text],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await fetchJson<PeopleView>(`${PEOPLE_PATH}?q=${encodeURIComponent(text)}`, { signal })).data.people.map(
      ({ name, email }) => ({ value: email, label: name }),
    ),
});
