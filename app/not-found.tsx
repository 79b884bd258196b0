import type { Metadata } from 'next';
import { reader } from '@/lib/session/current-user';
import { NotFoundPage } from './shell/not-found-page';

export const metadata: Metadata = { title: 'Not found' };

/** The same page for what does not exist and for what belongs to someone else, so that they cannot be distinguished. */
export default async function NotFound() {
  return <NotFoundPage reader={await reader()} />;
}
