import { hiddenIn, NOT_IN_LINE } from '../text/hidden-characters';

/** Rules for names, email addresses and passwords. */

export const NAME_LENGTH = { min: 1, max: 80 } as const;
/** Of nothing but spaces, the empty Braille cell and marks that combine with a character. */
const BLANK = /^[\s\u2800\p{M}]*$/u;

export const NAME_ERROR = 'A name has 1 to 80 characters and no control characters.';
const PASSWORD_LENGTH = { min: 12, max: 128 } as const;
const EMAIL_LENGTH_MAX = 254;

/** Length in characters as people count them: code points, not UTF-16 units. */
const lengthOf = (text: string): number => Array.from(text).length;

/** The trimmed name of a bot, person or key; `null` if nameError has a reason. */
export function parseName(text: string): string | null {
  return nameError(text) === null ? text.trim() : null;
}

/** Like parseName for a name in place of `present`, which stays as it is: it may be older than a rule. */
export const parseNewName = (text: string | undefined, present: string): string | null =>
  text === undefined || text === present ? present : parseName(text);

/** Why a name is refused, in one sentence; `null` if it is accepted. */
export function nameError(text: string): string | null {
  const name = text.trim();
  const length = lengthOf(name);
  return length < NAME_LENGTH.min || length > NAME_LENGTH.max || NOT_IN_LINE.test(name)
    ? NAME_ERROR
    : unseenError(name, 'name');
}

export const REASON_LENGTH_MAX = 200;

/** Why the reason of an admin's act is refused; `null` if it is accepted. */
export const reasonError = (text: string): string | null => lineError(text, 'reason', REASON_LENGTH_MAX);

/** Why a text of one line is refused; `null` if it is accepted. */
export const lineError = (text: string, what: 'reason' | 'text', lengthMax: number): string | null =>
  lengthOf(text) > lengthMax || NOT_IN_LINE.test(text)
    ? `A ${what} is one line of at most ${lengthMax} characters.`
    : unseenError(text, what);

function unseenError(text: string, what: 'name' | 'reason' | 'text'): string | null {
  const hidden = hiddenIn(text);
  if (hidden !== null) {
    const code = hidden.toString(16).toUpperCase().padStart(4, '0');
    return `The ${what} has an invisible character (U+${code}): delete it, or type the ${what} instead of pasting it.`;
  }
  return BLANK.test(text) ? `A ${what} needs a character that can be seen.` : null;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;
const FORBIDDEN_IN_EMAIL = /[\p{C}<>"(),:;\\[\]]/u;

/** Normalizes an email address for storing and comparing: trimmed, lower case. */
export function parseEmail(text: string): string | null {
  const email = text.trim().toLowerCase();
  const isValid = email.length <= EMAIL_LENGTH_MAX && EMAIL.test(email) && !FORBIDDEN_IN_EMAIL.test(email);
  return isValid ? email : null;
}

/**
 * The most common passwords of 12 characters or more. Repeated, sequential and keyboard patterns are detected below.
 */
const COMMON_PASSWORDS = new Set(
  `
    123456789012 1234567890123 12345678901234 123456789012345 1q2w3e4r5t6y 1q2w3e4r5t6y7u 1qaz2wsx3edc
    1qaz2wsx3edc4rfv qwertyuiop[] qwertyuiop123 qwertyuiop12 qwerty123456 qwerty1234567 qwerty12345678
    asdfghjkl123 passwordpassword password1234 password12345 password123456 password123! mypassword123
    administrator adminadminadmin admin1234567 admin12345678 administrator1 letmeinletmein letmein12345
    welcome12345 welcome123456 iloveyou1234 iloveyouforever changeme1234 changemechangeme trustno1trustno1
    abcdefghijkl abcdefghijklm abc123abc123 abcd12345678 abcdef123456 abc123456789 superman1234 football1234
    baseball1234 princess1234 sunshine1234 dragon123456 monkey123456 master123456 shadow123456 michael12345
    liverpool123 correcthorsebatterystaple p@ssw0rd1234 passw0rd1234 p@ssword1234 unknown12345 hello1234567
    helloworld12 helloworld123 secretsecret secret123456 test12345678 testtesttest testing12345 default12345
    computer1234 internet1234 zxcvbnm12345 zxcvbnmasdfg qazwsxedcrfv q1w2e3r4t5y6 q1w2e3r4t5y6u7 a1b2c3d4e5f6
    1234qwerasdf 123qweasdzxc qweasdzxc123 qwe123qwe123 123123123123 112233445566 121212121212 987654321098
    0987654321098 098765432109 111222333444 789456123789 147258369147 741852963741
  `.match(/\S+/g),
);

/** In UTF-16 units: a composed character has at most four code points of two units each. */
const TYPED_LENGTH_MAX = 4 * 2 * PASSWORD_LENGTH.max;

/**
 * The form of a password that is hashed: NFKC, so that the same characters typed on two keyboards match. `null` if it
 * is longer than allowed; checked first, because normalizing 64 KiB can take a third of a second.
 */
export function normalPassword(typed: string): string | null {
  return typed.length <= TYPED_LENGTH_MAX ? typed.normalize('NFKC') : null;
}

/** Why a password is refused, in one sentence; `null` if it is accepted. */
export function passwordError(typed: string): string | null {
  const password = normalPassword(typed);
  if (password === null || lengthOf(password) > PASSWORD_LENGTH.max) {
    return `The password may have at most ${PASSWORD_LENGTH.max} characters.`;
  }
  if (lengthOf(password) < PASSWORD_LENGTH.min) {
    return `The password needs at least ${PASSWORD_LENGTH.min} characters.`;
  }
  const isCommon = COMMON_PASSWORDS.has(password.toLowerCase()) || new Set(password).size < 3;
  return isCommon ? 'This password is among the most common ones; choose another.' : null;
}
