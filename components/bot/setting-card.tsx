import type { ReactNode } from 'react';
import { Card } from '@/components/ui/card';
import type { Elements } from '@/components/ui/elements';

type SettingCardProps = {
  title: string;
  /** What it does, and what holds by default. */
  text: ReactNode;
  aside?: Elements;
  /** Its control. */
  children: Elements;
};

/** A setting with its sentence; where there is room, the control is at the right. */
export const SettingCard = ({ title, text, aside, children }: SettingCardProps) => (
  <Card title={title} aside={aside}>
    <div className="grid gap-x-8 gap-y-3 md:grid-cols-[minmax(0,1fr)_20rem]">
      <p className="max-w-prose text-control text-muted">{text}</p>
      {children}
    </div>
  </Card>
);
