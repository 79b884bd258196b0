'use client';

import { useSyncExternalStore } from 'react';
import { THEME_CHANGE } from './theme-script';

export type Theme = 'system' | 'light' | 'dark';

/** The reader's choice, which the theme script keeps on the root element; `null` before hydration. */
export const useTheme = (): Theme | null =>
  useSyncExternalStore(
    subscribe,
    () => (document.documentElement.dataset.choice ?? 'system') as Theme,
    () => null,
  );

/** Changes the theme of this page, of other tabs, and of later visits if the browser stores it. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset.choice = theme;
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // Blocked by the browser: the choice lasts until the page is left.
  }
  window.dispatchEvent(new Event(THEME_CHANGE));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(THEME_CHANGE, listener);
  window.addEventListener('storage', listener);
  return () => {
    window.removeEventListener(THEME_CHANGE, listener);
    window.removeEventListener('storage', listener);
  };
}
