/** Names of browsers and systems by their mark in a user agent. The first that is found: later marks are in earlier ones too. */
const BROWSERS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdgA?(iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\b(Macintosh|Mac OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (names: typeof BROWSERS, userAgent: string): string | undefined =>
  names.find(([mark]) => mark.test(userAgent))?.[1];

/** A user agent in words: "Firefox on Linux". */
export function clientWords(userAgent: string): string {
  const browser = nameIn(BROWSERS, userAgent) ?? 'Unknown browser';
  const system = nameIn(SYSTEMS, userAgent);
  return system === undefined ? browser : `${browser} on ${system}`;
}
