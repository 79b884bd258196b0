/** The event by which the layout says that React has drawn the page. */
export const DRAWN = 'pagedrawn';

/**
 * Runs before React. An extension that adds nodes to a form makes React draw the page anew: what was typed before moves from
 * the old fields to the new ones, within the page alone. It ends soon after React has drawn the page.
 */
export const KEEP_TYPED = `(() => {
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
