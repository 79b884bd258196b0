/** Numbers as people type them. */

const groupOf = (locale: string, options: Intl.NumberFormatOptions = {}): string =>
  new Intl.NumberFormat(locale, { ...options, useGrouping: 'always' })
    .formatToParts(1_234_567)
    .find(({ type }) => type === 'group')
    ?.value.normalize('NFKC') ?? ',';

/**
 * A whole number: digits alone, or grouped by blanks, apostrophes or the separator of `locale`, as pages print it
 * (`1,234`, `1 234`, `1.234`). `null` for any other text; a decimal separator is never taken for a group.
 */
export function parseCount(text: string, locale: string): number | null {
  // People type the digits and groups of their language, and copy those of the pages.
  const own = Array.from(
    new Intl.NumberFormat(locale, { useGrouping: false }).format(9_876_543_210),
  ).reverse();
  const groups = [groupOf(locale), groupOf(locale, { numberingSystem: 'latn' })];
  const ascii = Array.from(text.normalize('NFKC').trim(), (character) => {
    const digit = own.indexOf(character);
    if (digit >= 0) return String(digit);
    return groups.includes(character) ? 'g' : character;
  }).join('');
  return /^(\d+|\d{1,3}([g '’])(\d{2,3}\2)*\d{3})$/.test(ascii) ? Number(ascii.replace(/\D/g, '')) : null;
}
