'use client';

import { keepDrafts } from './drafts';

/** Loads this page anew, with what was typed. Not a link: one to the same page could only move the focus. */
export function ReloadButton() {
  function reload() {
    keepDrafts();
    window.location.reload();
  }
  return (
    <button type="button" onClick={reload} className="font-medium underline underline-offset-4">
      reload this page
    </button>
  );
}
