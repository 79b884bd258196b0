import { notFound } from 'next/navigation';
import type { Result } from '@/lib/services/result';

/** The value of a service's result; otherwise shows "not found", also for what the caller may not see. */
export function orNotFound<T>(result: Result<T>): T {
  if (!result.ok) notFound();
  return result.value;
}
