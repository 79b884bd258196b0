import {
  BellRing,
  BookOpen,
  ChartLine,
  Check,
  HandHeart,
  HardDrive,
  type LucideIcon,
  Share2,
  Vote,
} from 'lucide-react';
import type { Metadata } from 'next';
import { NotSetUp } from '@/components/auth/not-set-up';
import { ButtonLink } from '@/components/ui/button';
import { OriginCode } from '@/components/ui/origin-code';
import { REPORT_PATH } from '@/lib/contract/api-paths';
import { ANY_ORIGIN, paths, startPageOf } from '@/lib/contract/paths';
import { isSetUp } from '@/lib/services/setup/first-admin';
import { currentUser, pagePorts } from '@/lib/session/current-user';
import { curl } from '@/lib/view/curl';

export const metadata: Metadata = { robots: { index: true, follow: true } };

const REQUEST = curl({
  method: 'POST',
  url: ANY_ORIGIN + REPORT_PATH,
  key: '$KEY',
  json: { botId: '1183746529012345678', serverCount: 48_284, userCount: 3_385_517 },
});

const PROMISES: readonly { icon: LucideIcon; title: string; text: string; points: readonly string[] }[] = [
  {
    icon: HandHeart,
    title: 'A well-meant bot is never punished.',
    text: 'A report that is a little early is no error, and an error is never counted.',
    points: [
      'A report up to 2 s early is held and accepted in time.',
      'A refused call never counts and never moves the interval.',
      'Every refusal says which field to change, and how.',
    ],
  },
  {
    icon: HardDrive,
    title: 'Every accepted report is on disk before the response.',
    text: 'A 200 means stored, counted and in the history, in one step.',
    points: [
      'It survives a killed process and a power cut.',
      'Of two simultaneous reports exactly one is accepted.',
      'SQLite by default, PostgreSQL when you need more.',
    ],
  },
];

const FACTS: readonly (readonly [icon: LucideIcon, title: string, text: string])[] = [
  [
    BellRing,
    'Alerts that matter',
    'Silent bot, quota running out, key expiring: in the app, by email, to Discord or to a signed webhook.',
  ],
  [
    ChartLine,
    'A year of history',
    'No peak is lost when it is condensed. Gaps are shown as gaps, planned silence as planned.',
  ],
  [
    Vote,
    'All votes in one place',
    'From the lists that your bot is on, with who voted and until when the vote is valid.',
  ],
  [
    Share2,
    'Made to be shown',
    'A public page, badges and pictures of charts for each bot whose owner wants them.',
  ],
];

/** The public home page. */
export default async function HomePage() {
  const user = await currentUser();
  const hasAdmin = await isSetUp(pagePorts());
  return (
    <div className="flex flex-col gap-6 py-4 sm:gap-12 sm:py-8">
      <div className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,4fr)_minmax(0,7fr)]">
        <div className="min-w-0">
          <h1 className="text-balance font-semibold text-4xl xl:text-headline">
            Your Discord bot, measured.
          </h1>
          <p className="mt-4 max-w-prose text-base text-muted">
            Servers, users, votes and API quota of every bot that you run: live, from one request, on your own
            machine.
          </p>
          {!hasAdmin && (
            <div className="mt-6 max-w-prose">
              <NotSetUp />
            </div>
          )}
          <div className="mt-6">
            <OriginCode label="A report" code={REQUEST} />
          </div>
          <div className="mt-5 flex flex-wrap gap-2">
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
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        {PROMISES.map(({ icon: Icon, title, text, points }) => (
          <section key={title} className="rounded border bg-surface p-4 sm:p-6">
            <Icon aria-hidden="true" className="size-5" />
            <h2 className="mt-4 font-semibold text-lg">{title}</h2>
            <p className="mt-2 text-muted">{text}</p>
            <ul className="mt-4 flex flex-col gap-2">
              {points.map((point) => (
                <li key={point} className="flex gap-3">
                  <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-healthy-mark" />
                  <span>{point}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <dl className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
        {FACTS.map(([Icon, title, text]) => (
          <div key={title}>
            <dt className="font-semibold">
              <Icon aria-hidden="true" className="mb-2 size-4 text-muted" />
              <span>{title}</span>
            </dt>
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
    <figure>
      <div className="max-h-80 overflow-hidden rounded border bg-surface sm:max-h-none">
        <Picture src="/pictures/dashboard-light.webp" className="dark:hidden" />
        <Picture src="/pictures/dashboard-dark.webp" className="hidden dark:block" />
      </div>
      <figcaption className="mt-2 text-muted text-xs">Example</figcaption>
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
