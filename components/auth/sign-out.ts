'use client';

import { signOut } from 'next-auth/react';

/** Ends this browser's session and goes to the start page. */
export async function signOutHere(): Promise<void> {
  await signOut({ redirect: false });
  window.location.assign('/');
}
