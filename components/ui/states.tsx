import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './cn';

type StateProps = {
  title: string;
  /** An explanation and the next step. */
  children?: ReactNode;
  icon?: ReactNode;
  /** Buttons or links. */
  actions?: ReactNode;
  className?: string;
};

/** An empty state: says why there is nothing, and what to do. */
export function EmptyState({ title, children, icon, actions, className }: StateProps) {
  return (
    <div className={cn('flex flex-col items-start gap-2 px-4 py-6', className)}>
      {icon && (
        <span className="text-muted [&_svg]:size-5" aria-hidden="true">
          {icon}
        </span>
      )}
      <p className="font-semibold text-sm">{title}</p>
      {children && <div className="max-w-prose text-muted text-sm">{children}</div>}
      {actions && <div className="mt-1 flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}

/** An error state: says what failed, without internals, and offers a next step. */
export function ErrorState(props: Omit<StateProps, 'icon'>) {
  return (
    <div role="alert">
      <EmptyState {...props} icon={<CircleAlert className="text-critical" />} />
    </div>
  );
}
