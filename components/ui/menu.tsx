'use client';

import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  type ToggleEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { placeBeside, putAt, viewportSize } from './anchor';

type MenuProps = {
  trigger: ReactElement<ComponentProps<'button'>>;
  align?: 'start' | 'end';
  children: ReactNode;
};

const ITEMS = '[role="menuitem"]:not([aria-disabled="true"])';
/** An estimate is enough to choose the side on which the menu opens. */
const WIDTH_PX = 224;
const ITEM_PX = 36;

/**
 * A drop-down menu; `trigger` must be one named button. The browser's popover opens it, closes it (also on Escape and outside
 * clicks) and returns the focus; this component adds the arrow keys.
 */
export function Menu({ trigger, align = 'end', children }: MenuProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  // Most menus of a page are never opened.
  const [hasItems, setHasItems] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const wrapper = useRef<HTMLSpanElement>(null);

  function beforeToggle(event: ToggleEvent<HTMLDivElement>) {
    const anchor = wrapper.current?.querySelector('button');
    if (event.newState !== 'open' || !anchor) return;
    // Now, because the place depends on the number of items.
    flushSync(() => setHasItems(true));
    const height = event.currentTarget.querySelectorAll(ITEMS).length * ITEM_PX + 24;
    const place = placeBeside(
      anchor.getBoundingClientRect(),
      { width: WIDTH_PX, height },
      viewportSize(),
      align,
    );
    putAt(event.currentTarget, place);
  }

  function toggled(event: ToggleEvent<HTMLDivElement>) {
    setIsOpen(event.newState === 'open');
    if (event.newState !== 'open') return;
    const byKeyboard = wrapper.current?.querySelector('button')?.matches(':focus-visible');
    const first = event.currentTarget.querySelector<HTMLElement>(ITEMS);
    (byKeyboard ? (first ?? event.currentTarget) : event.currentTarget).focus();
  }

  return (
    <>
      <span ref={wrapper} className="contents">
        {cloneElement(trigger, { popoverTarget: id, 'aria-haspopup': 'menu', 'aria-expanded': isOpen })}
      </span>
      <div
        id={id}
        ref={menu}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-orientation="vertical"
        onBeforeToggle={beforeToggle}
        onToggle={toggled}
        onKeyDown={moveFocus}
        className="inset-auto m-0 min-w-44 max-w-72 rounded border bg-surface p-1 text-left font-normal text-ink focus:outline-none"
      >
        {hasItems && children}
      </div>
      {isOpen && <HideOnScroll menu={menu} />}
    </>
  );
}

/** A component of its own: a page has many menus and none is open at first, and effects cost time when it loads. */
function HideOnScroll({ menu }: { menu: RefObject<HTMLDivElement | null> }) {
  useEffect(() => {
    const hide = () => menu.current?.hidePopover();
    document.addEventListener('scroll', hide, true);
    return () => document.removeEventListener('scroll', hide, true);
  }, [menu]);
  return null;
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>) {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(ITEMS)];
  const at = items.findIndex((item) => item.matches(':focus'));
  const next = nextIndex(event.key, at, items);
  if (next !== null) {
    event.preventDefault();
    items[next]?.focus();
  } else if (event.key === 'Tab') {
    event.currentTarget.hidePopover();
  }
}

/** The item that a key moves to; a letter moves to the next item that begins with it. */
function nextIndex(key: string, at: number, items: readonly HTMLElement[]): number | null {
  if (key === 'ArrowDown') return (at + 1) % items.length;
  if (key === 'ArrowUp') return (at <= 0 ? items.length : at) - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return items.length - 1;
  if (key.length !== 1 || key === ' ') return null;
  const begins = (item: HTMLElement) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase());
  const after = items.findIndex((item, index) => index > at && begins(item));
  const found = after === -1 ? items.findIndex(begins) : after;
  return found === -1 ? null : found;
}
