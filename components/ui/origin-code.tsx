'use client';

import { useSyncExternalStore } from 'react';
import { ANY_ORIGIN } from '@/lib/contract/paths';
import { CodeBlock } from './code-block';

const never = () => () => {};

/** The origin of the service as the browser reached it, in place of ANY_ORIGIN. */
export function useShownOrigin(origin: string): string {
  const own = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => ANY_ORIGIN,
  );
  return origin === ANY_ORIGIN ? own : origin;
}

/**
 * Code to copy in which the browser's own origin replaces ANY_ORIGIN: the server knows only the request's `Host`, which may
 * be wrong.
 */
export function OriginCode({ label, code }: { label: string; code: string }) {
  const origin = useShownOrigin(ANY_ORIGIN);
  return <CodeBlock label={label} code={code.replaceAll(ANY_ORIGIN, origin)} />;
}
