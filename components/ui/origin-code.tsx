'use client';

import { useSyncExternalStore } from 'react';
import { ANY_ORIGIN } from '@/lib/view/curl';
import { CodeBlock } from './code-block';

const never = () => () => {};

/**
 * Code to copy in which the browser's own origin replaces ANY_ORIGIN: the server knows only the request's `Host`, which may
 * be wrong.
 */
export function OriginCode({ label, code }: { label: string; code: string }) {
  const origin = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => ANY_ORIGIN,
  );
  return <CodeBlock label={label} code={code.replaceAll(ANY_ORIGIN, origin)} />;
}
