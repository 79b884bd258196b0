'use client';

/**
 * Gives the page's nonce to style elements that libraries add by themselves (toasts; the scroll lock of dialogs and
 * menus): they offer no way to pass it, and `style-src 'nonce-…'` would refuse them. Import it before such a library.
 */
if (typeof document !== 'undefined') {
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
  if (nonce) {
    const create = document.createElement.bind(document);
    document.createElement = (name: string, options?: ElementCreationOptions) => {
      const element = create(name, options);
      if (name === 'style') element.setAttribute('nonce', nonce);
      return element;
    };
  }
}

export {};
