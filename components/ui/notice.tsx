import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './cn';

type NoticeTone = 'info' | 'healthy' | 'warning' | 'critical';

const LOOK = {
  info: { style: 'bg-inset', mark: 'text-muted', icon: Info },
  healthy: { style: 'bg-healthy-soft border-healthy-mark/30', mark: 'text-healthy-mark', icon: CircleCheck },
  warning: {
    style: 'bg-warning-soft border-warning-mark/30',
    mark: 'text-warning-mark',
    icon: TriangleAlert,
  },
  critical: {
    style: 'bg-critical-soft border-critical-mark/30',
    mark: 'text-critical-mark',
    icon: CircleAlert,
  },
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
  const { style, mark, icon: Icon } = LOOK[tone];
  return (
    <div
      role={role === 'none' ? undefined : role}
      className={cn('flex items-start gap-3 rounded border px-4 py-3 text-ink text-sm', style, className)}
    >
      <Icon className={cn('mt-0.5 size-4 shrink-0', mark)} />
      <div className="min-w-0 break-words">{children}</div>
    </div>
  );
}
