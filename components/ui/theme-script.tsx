'use client';

import { useEffect } from 'react';
import { DRAWN, KEEP_TYPED } from './keep-typed';

/** The event after a change of the choice on the root element. */
export const THEME_CHANGE = 'themechange';

/** Runs before the page is painted, so that it never flashes in the other theme; afterwards it follows system and tabs. */
const SCRIPT = `(() => {
  const root = document.documentElement;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const draw = () => {
    const { choice } = root.dataset;
    root.dataset.theme = choice === 'system' ? (dark.matches ? 'dark' : 'light') : choice;
  };
  const change = () => {
    root.dataset.still = '';
    draw();
    // The colours are computed without transitions before these are allowed again.
    getComputedStyle(document.body).color;
    setTimeout(() => delete root.dataset.still, 1);
  };
  const load = () => {
    let stored;
    try { stored = localStorage.theme; } catch {}
    root.dataset.choice = stored === 'light' || stored === 'dark' ? stored : 'system';
    draw();
  };
  load();
  dark.addEventListener('change', change);
  addEventListener('storage', load);
  addEventListener('${THEME_CHANGE}', change);
})()`;

const EARLY_SCRIPT = `${SCRIPT};${KEEP_TYPED}`;

/** Sets `data-theme` on the root element: the reader's choice or the system's; keeps what is typed early. `nonce` is the CSP nonce. */
export function ThemeScript({ nonce }: { nonce: string | undefined }) {
  useEffect(() => {
    window.dispatchEvent(new Event(DRAWN));
    if (document.documentElement.dataset.theme !== undefined) return;
    // Next draws "not found" in the browser, where React inserts scripts without running them.
    const script = document.createElement('script');
    script.nonce = nonce ?? '';
    script.textContent = SCRIPT;
    document.head.append(script);
  }, [nonce]);
  return (
    // The browser hides the nonce from scripts, so it differs at hydration.
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a fixed script; as a child React would escape its characters
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: EARLY_SCRIPT }} />
  );
}
