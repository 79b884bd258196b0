import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';

type Props = { href: string | null; count: number; children: ReactNode };

/** A number of refused calls, linked to their reasons unless `href` is `null`. */
export function RefusedLink({ href, count, children }: Props) {
  if (href === null) return children;
  return (
    <Link
      href={href}
      className="inline-flex min-h-6 min-w-6 items-center underline underline-offset-4 hover:text-accent"
    >
      <span>{children}</span>
      <span className="sr-only">{` refused ${count === 1 ? 'call' : 'calls'}: show why`}</span>
    </Link>
  );
}
