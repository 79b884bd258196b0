import { type ReactElement, type ReactNode, useId } from 'react';
import type { Elements } from './elements';

type ItemCardProps = {
  icon: ReactElement;
  name: ReactNode;
  /** What tells it apart from others of its name. */
  detail: ReactNode;
  state: Elements;
  /** Lines below, and at last its actions. */
  children?: Elements;
};

/** A thing that is set up, in a list of a few: its name, its state, and what is done with it. */
export const ItemCard = ({ icon, name, detail, state, children }: ItemCardProps) => (
  <li className="flex min-w-0 flex-col gap-2 rounded border bg-surface p-3">
    <div className="flex items-start gap-3">
      <span className="rounded-control bg-inset p-2 text-muted [&_svg]:size-4">{icon}</span>
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-medium text-control">{name}</p>
        <p className="wrap-anywhere text-muted text-xs">{detail}</p>
      </div>
      {state}
    </div>
    {children}
  </li>
);

/** The last line of a card: what happened at last, and its actions. */
export const ItemCardFooter = ({ children }: { children: ReactNode }) => (
  <div className="mt-auto flex min-h-8 flex-wrap items-center justify-between gap-2 text-xs">{children}</div>
);

type ItemCardsProps = {
  title: string;
  /** What the list has, for screen readers. */
  label: string;
  note?: ReactNode;
  actions: ReactNode;
  /** In place of cards, where there are none. */
  whenEmpty?: ReactNode;
  children: ReactNode;
};

/** Cards side by side, where there is room, below their title. */
export function ItemCards({ title, label, note, actions, whenEmpty, children }: ItemCardsProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id={id} className="font-semibold text-sm">
          {title}
        </h2>
        {note && <p className="text-control text-muted">{note}</p>}
        <span className="flex flex-wrap gap-2 sm:ml-auto">{actions}</span>
      </header>
      {whenEmpty ? (
        <div className="rounded border bg-surface">{whenEmpty}</div>
      ) : (
        <ul aria-label={label} className="grid gap-3 sm:grid-cols-2 sm:gap-4 xl:grid-cols-4">
          {children}
        </ul>
      )}
    </section>
  );
}
