'use client';

/**
 * Adds the page's nonce to style elements that libraries insert (toasts, scroll lock): they have no option for it, and
 * `style-src 'nonce-…'` would block them. Import it before such a library.
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
