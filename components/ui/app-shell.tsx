import type { ReactNode } from 'react';
import { VERSION } from '@/lib/contract/version';
import type { Elements } from './elements';

/** The id of the sidebar, which buttons open as a drawer on phones. */
export const SIDE_ID = 'side';

type AppShellProps = {
  /** What is in the bar at the top; with a sidebar only phones show it. */
  bar: Elements;
  /** The sidebar of signed-in people. */
  side?: Elements;
  /** The bar at the lower edge of phones. */
  tabs?: Elements;
  /** The time zone that the reader chose; `null` for the browser's. */
  timeZone?: string | null;
  /** The id of the signed-in person, whose drafts no one else gets. */
  personId?: string | undefined;
  children: ReactNode;
};

/** The layout of every page: skip link, bar or sidebar, main content, the version. */
export function AppShell({ bar, side, tabs, timeZone = null, personId, children }: AppShellProps) {
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded border border-accent bg-surface px-3 py-1 font-medium focus:translate-y-0"
      >
        Skip to the content
      </a>
      <div className={side ? 'framed' : 'flex min-h-dvh flex-col [&>.frame-page]:grow'}>
        <header className="top-bar">{bar}</header>
        {side && (
          <aside id={SIDE_ID} popover="auto" aria-label="Sidebar" className="side">
            {side}
          </aside>
        )}
        <div className="frame-page flex min-w-0 flex-col">
          <main
            id="main"
            data-time-zone={timeZone ?? undefined}
            data-person={personId}
            tabIndex={-1}
            className="mx-auto w-full max-w-400 grow px-4 py-3 focus:outline-none md:px-6 md:py-5 xl:px-8"
          >
            {children}
          </main>
          <footer className="mx-auto w-full max-w-400 px-4 pb-4 text-muted text-xs md:px-6 xl:px-8">
            Botmeter <span translate="no">{VERSION}</span>
          </footer>
        </div>
        {tabs}
      </div>
    </>
  );
}
