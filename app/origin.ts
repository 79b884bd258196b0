import { headers } from 'next/headers';
import { ownOrigin } from '@/lib/http/same-origin';

/** The address at which the reader reaches this service, for lines to copy. */
export const origin = async (): Promise<string> => ownOrigin(await headers());
