import { NotFoundNote } from '@/app/shell/not-found-page';
import { readReader } from '@/lib/session/current-user';

/** What a page says, within the frame, of what it does not show. */
export default async function NotFound() {
  return <NotFoundNote reader={await readReader()} />;
}
