import type { Page } from '@playwright/test';

/**
 * Translates every page like Chrome: each text is replaced by one in two `<font>` elements, once the page is there and
 * whenever text is added, and the page's own text node is in no document from then on. The words stay the same.
 */
export async function translatePages(page: Page): Promise<void> {
  await page.addInitScript(translate);
}

function translate(): void {
  const ours = new WeakSet<Node>();
  const KEPT = 'script, style, noscript, svg, textarea, [translate="no"]';

  const replace = (text: Text) => {
    if (ours.has(text) || text.data.trim() === '' || !text.parentElement) return;
    if (text.parentElement.closest(KEPT)) return;
    const translated = document.createTextNode(text.data);
    ours.add(translated);
    const font = document.createElement('font');
    font.appendChild(document.createElement('font')).append(translated);
    text.replaceWith(font);
  };
  const replaceAll = (root: Node) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    if (root instanceof Text) found.push(root);
    found.forEach(replace);
  };
  const start = () => {
    document.documentElement.dataset.translated = 'yes';
    replaceAll(document.body);
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === 'characterData') replaceAll(target);
        addedNodes.forEach(replaceAll);
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  };
  // A reader asks for it when the page is there; hydration is over by then.
  window.addEventListener('load', () => requestIdleCallback(() => setTimeout(start, 200)));
}
