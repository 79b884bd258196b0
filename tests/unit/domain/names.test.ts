import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  nameError,
  normalPassword,
  parseEmail,
  parseName,
  parseNewName,
  passwordError,
} from '@/lib/domain/people/names';

const long = (length: number, one = 'x') => one.repeat(length);
/** The texts between bars. */
const texts = (all: string) => all.split('|');

describe('a name: 1 to 80 characters after trimming, any script, no control characters', () => {
  const SEEN = texts(
    'x|TestBot|Бот 机器人 بوت|<b>"Bot" & \'co\'</b>|👩‍🚀 Bot|❤️‍🔥|👩🏽‍💻|👨‍👩‍👧‍👦|1️⃣ First|☎️|می‌خواهم|ක්‍රියා|ന്‍|क्‍ष|בוט|葛\u{e0100}' +
      '|🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
  );
  it.each([...SEEN, long(79), long(80), long(80, '🤖')])('%j is accepted, and trimmed', (name) => {
    expect(nameError(name)).toBeNull();
    expect([parseName(name), parseName(`  ${name}\t`)]).toEqual([name, name]);
  });

  const CONTROL =
    '|   |\u3000|a\nb|a\u0000b|a\u007fb|a\u0085b|a\ud83e|a\ufffe|a\uffff|\u{1ffff}a|a\ufdd0|\udd16a';
  it.each([...texts(CONTROL), long(81), long(81, '🤖')])('%j is refused', (text) => {
    expect(parseName(text)).toBeNull();
  });

  const UNSEEN =
    '\u200b|\u00ad|\u2060\u2060|\u3164|\u2800|\u0301|\ufe0f|\u{e0061}|a\u200bb|ad\u00admin|a\u2060b|x\ufeffy|a\u202eb|a\u2066b\u2069' +
    '|a\u200e|a\u061cb|a\u034fb|a\u200db|a\u200cb|Admin\u200d|🤖\u200d|\u200d🤖|🤖\ufe0f\ufe0f|می\u200c\u200cخواهم|می\u200c|1\ufe0f|a\ufe0f' +
    '|🏴\u{e0061}\u{e0062}\u{e007f}|a\u2028b|a\u3164b|x\ufff9y|a\u{1d173}';
  it.each(texts(UNSEEN))('%j is refused: it has a character that is not seen', (text) => {
    expect(parseName(text)).toBeNull();
    expect(nameError(text)).toMatch(/\.$/);
  });

  it('says which character is not seen', () => {
    expect(nameError('Adm\u200bin')).toContain('(U+200B)');
  });

  it('that is there already stays, whatever the rules are', () => {
    const given = ['a\u200b', undefined, 'b\u200b'];
    expect(given.map((name) => parseNewName(name, 'a\u200b'))).toEqual(['a\u200b', 'a\u200b', null]);
  });

  it('that is accepted stays the same when parsed again and when stored as UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 90 }), (text) => {
        const name = parseName(text);
        if (name === null) return;
        expect(parseName(name)).toBe(name);
        expect(Buffer.from(name, 'utf8').toString('utf8')).toBe(name);
      }),
    );
  });
});

describe('an email address', () => {
  const withLength = (length: number) => 'a@example.org'.padStart(length, 'a');
  const VALID = "ann@example.org|a+b@sub.example.org|o'neil@example.org|müller@exämple.org";
  it.each([...texts(VALID), withLength(253), withLength(254)])(
    '%j is accepted, trimmed and in lower case',
    (address) => {
      expect(parseEmail(address)).toBe(address);
      expect(parseEmail(`  ${address.toUpperCase()} `)).toBe(address);
    },
  );

  const INVALID =
    '|ann|ann@example|@example.org|ann@@example.org|a nn@example.org|ann@exam ple.org|ann@example.org, bob@example.org|Ann <ann@example.org>' +
    '|ann\u0000@example.org|ann\n@example.org|ann\u200b@example.org|ann\ud83e@example.org';
  it.each([...texts(INVALID), withLength(255)])('%j is refused', (text) => {
    expect(parseEmail(text)).toBeNull();
  });
});

describe('a password: 12 to 128 characters, any characters, the most common refused', () => {
  it('has 12 to 128 characters', () => {
    const characters = Array.from('xk7 Qé🤖/'.repeat(20));
    const isAccepted = (length: number) => passwordError(characters.slice(0, length).join('')) === null;
    expect([11, 12, 13, 127, 128, 129].map(isAccepted)).toEqual([false, true, true, true, true, false]);
  });

  it('is counted as it is hashed: in composed form, however it was typed', () => {
    // Composed of four, and of two outside the basic plane; taken from all that NFKC does not change.
    const kept = [0x1fa7, 0x1109a, 0xd4db, 0x1e69].map((code) => String.fromCodePoint(code));
    const any = fc.constantFrom(...kept, 'x', '🤖', 'é', '机');
    fc.assert(
      fc.property(fc.array(any, { minLength: 126, maxLength: 130 }), (characters) => {
        const password = characters.join('');
        const typed = password.normalize('NFD');
        expect(normalPassword(typed)).toBe(password);
        expect(passwordError(typed)).toBe(passwordError(password));
        expect(passwordError(typed)?.includes('at most 128') ?? false).toBe(characters.length > 128);
      }),
    );
  });

  it.each([1_025, 65_536])('of %i characters is refused before it is normalized', (length) => {
    const marks = '\u0301\u0323'.repeat(length / 2 + 1).slice(0, length);
    expect(normalPassword(marks)).toBeNull();
    expect(passwordError(marks)).toMatch(/at most 128/);
  });

  const COMMON =
    '123456789012|Password1234|QWERTYUIOP123|aaaaaaaaaaaa|abababababababab|correcthorsebatterystaple';
  it.each(texts(COMMON))('%s is refused as common', (password) => {
    expect(passwordError(password)).toMatch(/most common/);
  });

  const ANY = 'tangerine kettle|839201746583|            x y|пароль-от-бота|ＰＡＳＳ🔑ｗｏｒｄ１２３';
  it.each(texts(ANY))('%s is accepted: no rules of composition', (password) => {
    expect(passwordError(password)).toBeNull();
  });

  it('a fault never repeats the password', () => {
    for (const password of ['hunter2', 'aaaaaaaaaaaa', long(300, 'z')]) {
      expect(passwordError(password)).not.toContain(password);
    }
  });
});
