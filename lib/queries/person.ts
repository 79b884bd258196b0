import { PERSON_PATH } from '@/lib/contract/api-paths';
import type { PersonView } from '@/lib/contract/views';
import { taggedQuery } from './fetch-json';

/** The signed-in person, with unread notifications and notices. */
export const personQuery = taggedQuery<PersonView>(['person'], PERSON_PATH);
