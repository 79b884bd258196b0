'use client';

import { useSyncExternalStore } from 'react';
import { isUpdated, subscribeToUpdate } from '@/lib/queries/read';
import { keepDrafts } from './drafts';
import { Notice } from './notice';

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

/** Says on every page that it is of an earlier build, once a read has shown it. */
export function UpdatedNotice() {
  if (!useSyncExternalStore(subscribeToUpdate, isUpdated, () => false)) return null;
  return (
    <Notice tone="warning" className="mb-4">
      Botmeter was updated: <ReloadButton />. What you entered is kept, except passwords.
    </Notice>
  );
}
