/** Whether nothing has the focus. What closes gives it back a moment later; by then something else may have opened. */
export const isFocusFree = (): boolean => document.activeElement === document.body;

/** Where the focus goes when a control is gone: the scrollable region around it, such as its table, or the page's content. */
const AROUND = 'section[tabindex], #main';

/** What opened each open dialog: a dialog that replaces another one gives the focus back to the same control. */
const openers = new WeakMap<Element, () => void>();

/**
 * A way back to the control that has the focus. Of a menu, which closes now, it is its button; of a dialog, what opened it.
 * If the control is gone by then, e.g. with its row, what was around it gets the focus.
 */
export function wayBack(from: Element | null = document.activeElement): () => void {
  const dialog = from?.closest('[role="dialog"]');
  const opener = dialog && openers.get(dialog);
  if (opener) return opener;
  const menu = from?.closest('[role="menu"]');
  const control = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : from;
  const ways: HTMLElement[] = [];
  for (let at = control; at instanceof HTMLElement; at = at.parentElement?.closest(AROUND) ?? null)
    if (at !== document.body) ways.push(at);
  return () => (ways.find(({ isConnected }) => isConnected) ?? document.getElementById('main'))?.focus();
}

export const keepWayBack = (dialog: Element, back: () => void) => openers.set(dialog, back);
