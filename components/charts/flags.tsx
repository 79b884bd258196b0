import { CircleAlert, Flag as FlagIcon, Pencil, Rocket, Siren, StickyNote } from 'lucide-react';
import { cn } from '@/components/ui/cn';
import type { Flag, Tag } from '@/lib/view/charts/flags';

const ICONS = { deploy: Rocket, incident: Siren, note: StickyNote, 'bot.plan_changed': Pencil } as const;
const iconOf = (type: Flag['type']) =>
  type in ICONS ? ICONS[type as keyof typeof ICONS] : type.startsWith('quota.') ? CircleAlert : FlagIcon;

type FlagsProps = { flags: readonly Flag[]; tags: readonly Tag[] };

/** The names of marks above a plot, each on a pole, and the lengths of gaps at its foot. The crosshair reads the same. */
export const Flags = ({ flags, tags }: FlagsProps) => (
  <div aria-hidden="true" className="pointer-events-none absolute inset-0 text-xs">
    {flags.map(({ at, name, type, count, text, isLeft }) => {
      const Icon = iconOf(type);
      return (
        <span
          key={`${at} ${text}`}
          className="absolute -top-10 bottom-0 w-px bg-line-strong"
          style={{ left: `${at}%` }}
        >
          <span
            title={text}
            className={cn(
              'pointer-events-auto absolute top-0 flex h-6 min-w-6 max-w-44 items-center justify-center gap-1 rounded-inner border border-edge bg-surface px-1',
              isLeft ? 'right-0 rounded-br-none' : 'left-0 rounded-bl-none',
            )}
          >
            <Icon className="size-3 shrink-0" />
            {count > 1 && <span className="font-medium">{count}</span>}
            {name !== null && <bdi className="truncate pr-0.5 @max-md:hidden">{name}</bdi>}
          </span>
        </span>
      );
    })}
    {tags.map(({ at, text, isWideOnly }) => (
      <span
        key={`${at} ${text}`}
        className={cn(
          'absolute bottom-2 whitespace-nowrap rounded-inner bg-surface px-1 text-muted',
          isWideOnly && '@max-md:hidden',
        )}
        // Inside the plot: at its right edge it ends there.
        style={{ left: `${at}%`, translate: `-${at}%` }}
      >
        {text}
      </span>
    ))}
  </div>
);
