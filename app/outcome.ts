import { notFound } from 'next/navigation';
import type { Result } from '@/lib/services/result';

/** What a page shows of a service's answer: its value, or the one page for what is not there and what is not allowed. */
export function orNotFound<T>(result: Result<T>): T {
  if (!result.ok) notFound();
  return result.value;
}
