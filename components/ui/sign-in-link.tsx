'use client';

import { useSyncExternalStore } from 'react';
import { paths, withQuery } from '@/lib/contract/paths';
import { keepDrafts } from './drafts';

const never = () => () => {};

/** Leads to sign-in and from there back to this page, whose forms keep what was typed. */
export function SignInLink() {
  const here = useSyncExternalStore(
    never,
    () => window.location.pathname + window.location.search,
    () => paths.home,
  );
  return (
    // Not a link of the router: the page that comes back must be a new one, for whoever is signed in then.
    <a
      href={withQuery(paths.login, { callbackUrl: here })}
      onClick={keepDrafts}
      className="font-medium underline underline-offset-4"
    >
      Sign in again
    </a>
  );
}
