'use client';

import { useEffect } from 'react';

/** The event by which this component says that React has drawn the page. */
const DRAWN = 'pagedrawn';

/**
 * Runs before React. An extension that adds nodes to a form makes React draw the page anew: what was typed before moves from
 * the old fields to the new ones, within the page alone. It ends soon after React has drawn the page.
 */
const SCRIPT = `(() => {
  const typed = new Map();
  const named = (name) => [...document.getElementsByName(name)];
  const keep = ({ target }) => target.name && typed.set(target, [named(target.name).indexOf(target), location.pathname]);
  const move = (old, [at, path]) => {
    const next = named(old.name)[at];
    if (next?.type !== old.type || path !== location.pathname) return;
    const part = /checkbox|radio/.test(old.type) ? 'checked' : 'value';
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(next), part).set.call(next, old[part]);
    next.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const watch = new MutationObserver(() => {
    for (const [old, place] of typed) {
      if (!old.isConnected && typed.delete(old)) move(old, place);
    }
  });
  watch.observe(document, { childList: true, subtree: true });
  addEventListener('input', keep, true);
  addEventListener('${DRAWN}', () => setTimeout(() => {
    watch.disconnect();
    removeEventListener('input', keep, true);
  }, 3000), { once: true });
})()`;

/** Keeps what is typed before React draws the page; it is in `<head>`. `nonce` is the CSP nonce. */
export function KeepTyped({ nonce }: { nonce: string | undefined }) {
  useEffect(() => {
    window.dispatchEvent(new Event(DRAWN));
  }, []);
  return (
    // The browser hides the nonce from scripts, so it differs at hydration.
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a fixed script; as a child React would escape its characters
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SCRIPT }} />
  );
}
