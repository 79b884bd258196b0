import { type ReactNode, useId } from 'react';
import { cn } from './cn';
import type { Elements } from './elements';

type CardProps = {
  title: string;
  /** Shown in place of the title, which stays the name. */
  heading?: Elements;
  /** Shown to the right of the title: a badge, a link, a control. */
  aside?: Elements;
  /** Heading level of the title; 2 unless the card is below another heading. */
  level?: 2 | 3;
  className?: string;
  children: ReactNode;
};

/** A bordered section with a title, which is also its name for screen readers. */
export function Card({ title, heading, aside, level = 2, className, children }: CardProps) {
  const id = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section
      {...(heading ? { 'aria-label': title } : { 'aria-labelledby': id })}
      className={cn('flex min-w-0 flex-col rounded border bg-surface', className)}
    >
      <header className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 gap-y-2 px-4 py-3">
        <Heading id={id} className="font-semibold text-sm">
          {heading ?? title}
        </Heading>
        {aside}
      </header>
      <div className="flex min-w-0 flex-1 flex-col px-4 pb-4">{children}</div>
    </section>
  );
}

/** The border and background of a card, without a title. */
export function Panel({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cn('min-w-0 rounded border bg-surface p-4', className)}>{children}</div>;
}
