'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

const AGAIN_MS = 3_000;

/** In place of what got no turn to be read. */
export const Busy = () => <p className="px-4 py-16 text-center text-muted">Busy, trying again</p>;

/** The same for a page that is not refreshed otherwise: loads it again until it is there. */
export const BusyPage = () => (
  <>
    <RefreshEvery ms={AGAIN_MS} />
    <Busy />
  </>
);

/** Reads a page that is rendered on the server again and again, while it is seen. */
export function RefreshEvery({ ms }: { ms: number }) {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && router.refresh(), ms);
    return () => clearInterval(timer);
  }, [router, ms]);
  return null;
}
