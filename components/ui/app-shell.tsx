import type { ReactNode } from 'react';
import { VERSION } from '@/lib/contract/version';
import { Brand } from './brand';
import type { Elements } from './elements';
import { type NavItem, NavLinks } from './nav-links';
import { ThemeSwitch } from './theme';

type AppShellProps = {
  /** Empty on pages without navigation. */
  nav?: readonly NavItem[];
  /** Shown at the right of the bar: the user menu or a sign-in link. */
  user?: Elements;
  /** The time zone that the reader chose; `null` for the browser's. */
  timeZone?: string | null;
  /** The id of the signed-in person, whose drafts no one else gets. */
  personId?: string | undefined;
  children: ReactNode;
};

/** The layout of every page: skip link, top bar, main content, the version. */
export function AppShell({ nav = [], user, timeZone = null, personId, children }: AppShellProps) {
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded border border-accent bg-surface px-3 py-1 font-medium focus:translate-y-0"
      >
        Skip to the content
      </a>
      <header className="shell-header border-b bg-surface">
        <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-6 px-4 sm:px-6 md:flex-nowrap">
          <div className="flex h-12 items-center">
            <Brand />
          </div>
          {nav.length > 0 && <NavLinks items={nav} />}
          <div className="flex h-12 min-w-0 flex-1 items-center justify-end gap-1">
            <ThemeSwitch />
            {user}
          </div>
        </div>
      </header>
      <main
        id="main"
        data-time-zone={timeZone ?? undefined}
        data-person={personId}
        tabIndex={-1}
        className="mx-auto w-full max-w-7xl px-4 py-4 focus:outline-none sm:px-6"
      >
        {children}
      </main>
      <footer className="mx-auto w-full max-w-7xl px-4 pb-4 text-muted text-xs sm:px-6">
        Botmeter <span translate="no">{VERSION}</span>
      </footer>
    </>
  );
}
