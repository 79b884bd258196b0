'use client';

import { useEffect, useRef, useSyncExternalStore } from 'react';
import { paths, withQuery } from '@/lib/contract/paths';

const never = () => () => {};

/** Leads to sign-in and from there back to this page, whose forms keep what was typed. */
export function SignInLink() {
  const here = useSyncExternalStore(
    never,
    () => window.location.pathname + window.location.search,
    () => paths.home,
  );
  // Loaded when the link appears: most visits never need it.
  const keepDrafts = useRef<() => void>(null);
  useEffect(() => {
    void import('./drafts').then((drafts) => {
      keepDrafts.current = drafts.keepDrafts;
    });
  }, []);
  return (
    // Not a link of the router: the page that comes back must be a new one, for whoever is signed in then.
    <a
      href={withQuery(paths.login, { callbackUrl: here })}
      onClick={() => keepDrafts.current?.()}
      className="font-medium underline underline-offset-4"
    >
      Sign in again
    </a>
  );
}
