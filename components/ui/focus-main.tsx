'use client';

import { useEffect } from 'react';

let isFirstPage = true;

/** Moves the focus to the content of a page that replaces another: otherwise keys start at the top of every page. */
export function FocusMain() {
  useEffect(() => {
    if (!isFirstPage && document.activeElement === document.body) {
      document.getElementById('main')?.focus({ preventScroll: true });
    }
    isFirstPage = false;
  }, []);
  return null;
}
