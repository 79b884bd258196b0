/**
 * A whole number as people type it: digits of any width, alone or grouped by commas as pages print it, by blanks or
 * apostrophes (`1234`, `1,234`, `1 234`). `null` for any other text; a decimal separator is never taken for a group.
 */
export function parseCount(text: string): number | null {
  const ascii = text.normalize('NFKC').trim();
  return /^(\d+|\d{1,3}([, '’])(\d{2,3}\2)*\d{3})$/.test(ascii) ? Number(ascii.replace(/\D/g, '')) : null;
}
