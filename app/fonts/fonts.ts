import localFont from 'next/font/local';

/** Geist, without what the pages do not use: README.md in this folder. Sans is in `public`, for public pages have it, too. `next/font` adds a fallback of the same width. */

export const sans = localFont({
  src: '../../public/geist-sans.woff2',
  variable: '--font-geist-sans',
  weight: '400 600',
});

/** For ids, keys and code. */
export const mono = localFont({
  src: './geist-mono.woff2',
  variable: '--font-geist-mono',
  weight: '400',
  adjustFontFallback: false,
});
