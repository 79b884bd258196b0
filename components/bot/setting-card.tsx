import type { ReactNode } from 'react';
import type { Elements } from '@/components/ui/elements';

type SettingCardProps = {
  title: string;
  /** What it does, and what holds by default. */
  text: ReactNode;
  /** Its control. */
  children: Elements;
};

/** A setting with its sentence; where there is room, the control is at the right. */
export const SettingCard = ({ title, text, children }: SettingCardProps) => (
  <section
    aria-label={title}
    className="grid min-w-0 gap-x-8 gap-y-3 rounded border bg-surface p-4 md:grid-cols-[minmax(0,1fr)_20rem]"
  >
    <div>
      <h2 className="mb-1 font-semibold text-sm">{title}</h2>
      <p className="max-w-prose text-control text-muted">{text}</p>
    </div>
    {children}
  </section>
);
