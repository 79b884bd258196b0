import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './cn';

type NoticeTone = 'info' | 'healthy' | 'warning' | 'critical';

const LOOK = {
  info: { style: 'bg-inset text-ink', icon: Info },
  healthy: { style: 'bg-healthy-soft text-healthy', icon: CircleCheck },
  warning: { style: 'bg-warning-soft text-warning', icon: TriangleAlert },
  critical: { style: 'bg-critical-soft text-critical', icon: CircleAlert },
} as const satisfies Record<NoticeTone, unknown>;

type NoticeProps = {
  tone?: NoticeTone;
  /** Screen readers announce `alert` at once and `status` when idle; `none` is for text that was there from the start. */
  role?: 'alert' | 'status' | 'none';
  className?: string;
  children: ReactNode;
};

/** A message of one or two sentences, shown where its cause is. */
export function Notice({
  tone = 'info',
  role = tone === 'critical' ? 'alert' : 'status',
  className,
  children,
}: NoticeProps) {
  const { style, icon: Icon } = LOOK[tone];
  return (
    <div
      role={role === 'none' ? undefined : role}
      className={cn('flex items-start gap-2 rounded px-3 py-2 text-sm', style, className)}
    >
      <Icon className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 break-words">{children}</div>
    </div>
  );
}
