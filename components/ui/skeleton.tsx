import { cn } from './cn';

/** A placeholder for content that is loading; give it the size of that content. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={cn('animate-pulse rounded-inner bg-inset motion-reduce:animate-none', className)}
    />
  );
}
