'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

const EVERY_MS = 1_000;
/** A request to an endpoint takes at most 15 s; a busy service may begin later. */
const TIMES_MAX = 60;

/** Reads the page again every second while it waits for something that comes soon. */
export function RefreshWhile({ isWaiting }: { isWaiting: boolean }) {
  const { refresh } = useRouter();
  useEffect(() => {
    if (!isWaiting) return;
    let times = 0;
    const timer = setInterval(() => {
      times += 1;
      if (times > TIMES_MAX) clearInterval(timer);
      else refresh();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [isWaiting, refresh]);
  return null;
}
