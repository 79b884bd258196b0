'use client';

import { useEffect, useState } from 'react';

/** Typing pauses for this long before what was typed is searched. */
const PAUSE_MS = 150;

/** A typed text once typing pauses. */
export function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
