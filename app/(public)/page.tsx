import { BookOpen } from 'lucide-react';
import type { Metadata } from 'next';
import { NotSetUp } from '@/components/auth/not-set-up';
import { ButtonLink } from '@/components/ui/button';
import { paths, startPageOf } from '@/lib/contract/paths';
import { isSetUp } from '@/lib/services/setup/first-admin';
import { currentUser, pagePorts } from '@/lib/session/current-user';

export const metadata: Metadata = { robots: { index: true, follow: true } };

const POINTS = [
  [
    'Report',
    'A bot sends its server, user and shard counts with one request. Every accepted report is on disk before the response is sent.',
  ],
  [
    'Measure',
    'Each bot has a plan: an interval between reports and a number of calls in 30 days. It can always read what is left, and a refused call is never counted.',
  ],
  [
    'Watch',
    'Owners see quota, reset, history and refused calls live; admins manage bots, people, plans and keys.',
  ],
  [
    'Alerts',
    'In the app, by email, to Discord and to signed webhooks: when a bot falls silent, its quota runs out, or a key expires.',
  ],
  [
    'Clients',
    'Libraries for JavaScript and Python keep to the interval and say on standard error what is wrong; any other language needs one HTTP request.',
  ],
  [
    'Show',
    'The votes of bot lists in one place; and a public page, badges and charts for bots whose owners turn them on.',
  ],
] as const;

/** The public home page. */
export default async function HomePage() {
  const user = await currentUser();
  const hasAdmin = await isSetUp(pagePorts());
  return (
    <div className="grid items-center gap-x-12 gap-y-8 py-4 sm:py-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div>
        <h1 className="text-balance font-semibold text-xl">Statistics and API quota for bots</h1>
        <p className="mt-2 max-w-prose text-base text-muted">
          Botmeter records what your bots report and how much of their quota they use, on your own machine.
        </p>
        {!hasAdmin && (
          <div className="mt-6 max-w-prose">
            <NotSetUp />
          </div>
        )}
        <div className="mt-6 flex flex-wrap gap-2">
          <ButtonLink href={user === null ? paths.login : startPageOf(user)} variant="primary">
            {user === null ? 'Sign in' : user.role === 'admin' ? 'Overview' : 'My bots'}
          </ButtonLink>
          <ButtonLink href={paths.docs}>
            <BookOpen />
            API reference
          </ButtonLink>
        </div>
      </div>
      <ProductPicture />
      <dl className="grid gap-6 border-t pt-6 sm:grid-cols-3 lg:col-span-2">
        {POINTS.map(([title, text]) => (
          <div key={title}>
            <dt className="font-semibold">{title}</dt>
            <dd className="mt-1 text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** What the product looks like, in the reader's theme: the page of a bot of `npm run demo`. */
function ProductPicture() {
  return (
    <figure className="max-h-80 overflow-hidden rounded border bg-surface sm:max-h-none">
      <Picture src="/pictures/dashboard-light.webp" className="dark:hidden" />
      <Picture src="/pictures/dashboard-dark.webp" className="hidden dark:block" />
    </figure>
  );
}

/** Loaded lazily, so that the one that is not shown is not loaded. On phones its top left part, large enough to be read. */
function Picture({ src, className }: { src: string; className: string }) {
  return (
    // biome-ignore lint/performance/noImgElement: next/image adds scripts to a page that has none of its own
    <img
      src={src}
      width={1280}
      height={800}
      loading="lazy"
      alt="The page of a bot: its quota gauge, the countdown to its reset, its reports and its server count over time"
      className={`h-auto w-160 max-w-none sm:w-full ${className}`}
    />
  );
}
