import { cn } from './cn';

/** Holds the place of what is being loaded; give it the size of what will come. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={cn('animate-pulse rounded bg-inset motion-reduce:animate-none', className)}
    />
  );
}

/** Says to screen readers that something is being loaded; the skeletons beside it are hidden from them. */
export function Loading({ label = 'Loading' }: { label?: string }) {
  return (
    <p role="status" className="sr-only">
      {label}…
    </p>
  );
}
