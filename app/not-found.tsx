import type { Metadata } from 'next';
import { readReader } from '@/lib/session/current-user';
import { NotFoundPage } from './shell/not-found-page';

export const metadata: Metadata = { title: 'Not found' };

/** An address that no page has. */
export default async function NotFound() {
  return <NotFoundPage reader={await readReader()} />;
}
