/** Numbers as people type them. */

type Writing = { readonly digits: string; readonly group: string };

/** The digits from 0 to 9 of a locale, and its group separator. */
function writingOf(locale: string): Writing {
  const parts = new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(1_234_567);
  const digits = new Intl.NumberFormat(locale, { useGrouping: false }).format(9_876_543_210);
  return {
    digits: Array.from(digits).reverse().join(''),
    group: parts.find(({ type }) => type === 'group')?.value.normalize('NFKC') ?? ',',
  };
}

/**
 * A whole number: digits alone, or grouped by blanks, apostrophes or the separator of `locale`, as pages print it
 * (`1,234`, `1 234`, `1.234`). `null` for any other text; a decimal separator is never taken for a group.
 */
export function parseCount(text: string, locale: string): number | null {
  const { digits, group } = writingOf(locale);
  const own = Array.from(digits);
  const ascii = Array.from(text.normalize('NFKC').trim(), (character) => {
    const digit = own.indexOf(character);
    if (digit >= 0) return String(digit);
    return character === group ? 'g' : character;
  }).join('');
  return /^(\d+|\d{1,3}([g '’])(\d{2,3}\2)*\d{3})$/.test(ascii) ? Number(ascii.replace(/\D/g, '')) : null;
}
