import { paths } from '@/lib/contract/paths';
import { markup } from '@/lib/view/markup';
import { Drawing } from './drawing';
import { Link } from './link';

/** The logo: a gauge whose needle is past the middle. */
const MARK = markup`<path d="M4.2 18a9 9 0 1 1 15.6 0" stroke="currentColor" stroke-width="2" stroke-linecap="round"/>
<path d="m12 14 4-6" stroke="var(--accent)" stroke-width="2" stroke-linecap="round"/>
<circle cx="12" cy="14" r="2" fill="var(--accent)"/>`;

/** Logo and name, as a link to the home page. */
export function Brand() {
  return (
    <Link
      href={paths.home}
      className="flex h-8 items-center gap-2 rounded-control px-1 font-semibold text-[15px]"
    >
      <Drawing viewBox="0 0 24 24" className="size-6" fill="none" aria-hidden="true" markup={MARK} />
      <span className="nav-name">Botmeter</span>
    </Link>
  );
}
