'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { useNowText } from '@/components/ui/use-now';

const EVERY_MS = 1_000;
/** A request to a webhook takes at most 15 s; a busy service may begin later. */
const TIMES_MAX = 60;

/** Reads the page again every second from `atMs` on, when something is due; never if that is infinite. */
export function RefreshFrom({ atMs, nowMs }: { atMs: number; nowMs: number }) {
  const { refresh } = useRouter();
  const isDue = useNowText(nowMs, (now) => (now >= atMs ? 'due' : '')) !== '';
  useEffect(() => {
    if (!isDue) return;
    let times = 0;
    const timer = setInterval(() => {
      times += 1;
      if (times > TIMES_MAX) clearInterval(timer);
      else refresh();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [isDue, refresh]);
  return null;
}
