'use client';

import { X } from 'lucide-react';
import { Link } from '@/components/ui/link';
import { utcDateText } from '@/lib/view/times';

type Props = {
  /** A UTC day, `2026-02-05`. */
  day: string;
  allHref: string;
};

/** The day that is shown, and a link to all days. */
export function DayFilter({ day, allHref }: Props) {
  return (
    <p className="flex min-h-6 items-center gap-1 rounded-inner bg-accent-soft pl-2 text-accent text-xs">
      <time dateTime={day}>
        <span>{utcDateText(day)}</span> (UTC)
      </time>
      <Link
        href={allHref}
        aria-label="Show all days"
        className="control flex size-6 items-center justify-center rounded-inner hover:bg-inset"
      >
        <X className="size-4" />
      </Link>
    </p>
  );
}
