import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';

/** A number of refused calls, linked to their reasons unless `href` is `null`. */
export function RefusedLink({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return children;
  return (
    <Link href={href} className="underline underline-offset-4 hover:text-accent">
      <span>{children}</span>
      <span className="sr-only"> refused calls: show why</span>
    </Link>
  );
}
