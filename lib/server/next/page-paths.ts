/** Files that are served outside of `/api`: patterns of their paths, without the first slash. The only list of them. */
const FILES = [
  '_next/static/',
  'apple-touch-icon\\.png$',
  'favicon\\.ico$',
  'geist-sans\\.woff2$',
  'icon\\.svg$',
  'manifest\\.webmanifest$',
  'robots\\.txt$',
  'pictures/(?:badge\\.svg|dashboard-(?:dark|light)\\.webp)$',
  'client(?:-\\d+\\.\\d+\\.\\d+)?\\.tgz$',
  'download/[^/]+$',
] as const;

/**
 * The paths of pages: all others. proxy.ts repeats this text, because Next reads a matcher only as a literal; a test
 * compares the two.
 */
export const PAGES = `/((?!(?:api|hooks|badge|chart|b|npm)/|${FILES.join('|')}).*)`;

const [FILE, PAGE] = [new RegExp(`^/(?:${FILES.join('|')})`), new RegExp(`^${PAGES}$`, 's')];

/** Whether a path is that of a file of the build, of `public` or of a client library: small, and needed by every page. */
export const isFile = (path: string): boolean => FILE.test(path);

/** Whether the front door may treat a path as a page: each response is made for one reader. */
export const isPage = (path: string): boolean => PAGE.test(path);
