import { Shell } from '@/app/shell/shell';
import { requireUser } from '@/lib/session/current-user';

/** An empty page in the layout of the product's pages, for a signed-in person. */
export default async function EmptyPage() {
  await requireUser('/');
  return (
    <Shell>
      <h1>Empty</h1>
    </Shell>
  );
}
