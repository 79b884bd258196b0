/** Characters that are not seen: with them two names look the same, or one reads in another order than it is written. */

/** Invisible by Unicode's definition, which includes all that change the direction of text; and marks of annotations. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/u;

/** Scripts in which joiners choose the form of a letter: ZWNJ in Persian, ZWJ after a virama in Sinhala. */
const JOINING = [
  'Arab',
  'Syrc',
  'Nkoo',
  'Mong',
  'Deva',
  'Beng',
  'Guru',
  'Gujr',
  'Orya',
  'Taml',
  'Telu',
  'Knda',
]
  .concat('Mlym', 'Sinh', 'Khmr', 'Mymr', 'Tibt')
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const PICTURE = '\\p{Extended_Pictographic}';

/** Invisible characters where they change what is seen, and where such a text is commonly written. */
const NEEDED = new RegExp(
  [
    // Between the parts of an emoji: 👩‍🚀, ❤️‍🔥.
    `(?<=${PICTURE}[\\uFE0F\\p{Emoji_Modifier}]?)\\u200D(?=${PICTURE})`,
    // After an emoji or the digit of a keycap, as a picture or as text: ❤️, 1️⃣.
    `(?<=${PICTURE})[\\uFE0E\\uFE0F]`,
    '(?<=[0-9#*])\\uFE0F(?=\\u20E3)',
    // The flags of England, Scotland and Wales, and no other text in tags.
    '(?<=\\u{1F3F4})\\u{E0067}\\u{E0062}(?:\\u{E0065}\\u{E006E}\\u{E0067}|\\u{E0073}\\u{E0063}\\u{E0074}|\\u{E0077}\\u{E006C}\\u{E0073})\\u{E007F}',
    // One joiner between two letters of such a script, and ZWJ after the last.
    `(?<=[${JOINING}])\\u200C(?=[${JOINING}])`,
    `(?<=[${JOINING}])\\u200D(?!\\u200C|\\u200D)`,
    // Forms of Chinese characters and of Mongolian letters.
    '(?<=\\p{Script=Han})[\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}]',
    '(?<=\\p{Script=Mongolian})[\\u180B-\\u180D\\u180F]',
  ].join('|'),
  'gu',
);

/** The code point of the first invisible character that the text does not need; `null` if there is none. */
export function hiddenIn(text: string): number | null {
  return INVISIBLE.exec(text.replace(NEEDED, ''))?.[0].codePointAt(0) ?? null;
}

/** What no line of text has: controls, ends of lines, and what no database (Cs) or XML document (U+FFFE, U+FFFF) holds. */
export const NOT_IN_LINE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/u;

/** Controls, lone surrogates, ends of lines, and code points without a character, which read otherwise in another program. */
const NO_CHARACTER = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Cn}\p{Co}]/u;
const BLANK = /^[\s\u2800\p{M}]*$/u;

/** Whether a name from outside can be seen, and is nothing else than what is seen. */
export const isSeen = (text: string): boolean =>
  hiddenIn(text) === null && !NO_CHARACTER.test(text) && !BLANK.test(text);

/** What is printed as nothing: controls, formatting characters, and blanks other than those that are typed. */
const UNPRINTED = /(?![ \t\r\n])[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** `invisible character at position 5 (U+200B)`, counted from 1, of a key or an id, which need none; `null` if there is none. */
export function hiddenAt(text: string): string | null {
  const found = UNPRINTED.exec(text);
  if (found === null) return null;
  const code = found[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return `invisible character at position ${Array.from(text.slice(0, found.index)).length + 1} (U+${code})`;
}
