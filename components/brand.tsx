import { Link } from '@/components/ui/link';

/** The product's mark: a gauge whose needle is past the middle. */
export function Mark({ className = 'size-6' }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={className} fill="none" aria-hidden="true">
      <path d="M4.2 18a9 9 0 1 1 15.6 0" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      <path d="m12 14 4-6" stroke="var(--accent)" strokeWidth="2" strokeLinecap="round" />
      <circle cx="12" cy="14" r="2" fill="var(--accent)" />
    </svg>
  );
}

/** Mark and name, leading home. */
export function Brand({ href = '/' }: { href?: string }) {
  return (
    <Link href={href} className="flex h-8 items-center gap-2 rounded font-semibold text-base">
      <Mark />
      Botmeter
    </Link>
  );
}
