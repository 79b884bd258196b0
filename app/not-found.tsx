import type { Metadata } from 'next';
import { currentUser } from '@/app/session/current-user';
import { NotFoundPage } from './shell/not-found-page';

export const metadata: Metadata = { title: 'Not found' };

/** The same page for what does not exist and for what belongs to someone else, so that they cannot be distinguished. */
export default async function NotFound() {
  const user = await currentUser();
  return (
    <NotFoundPage
      person={
        user && { name: user.name, email: user.email, role: user.role, timeZone: user.timeZone ?? null }
      }
    />
  );
}
