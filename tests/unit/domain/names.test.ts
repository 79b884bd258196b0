import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalPassword, parseEmail, parseName, passwordFault } from '@/lib/domain/names';

describe('names: 1 to 80 characters after trimming, any script, no control characters', () => {
  it.each([
    ['TestBot', 'TestBot'],
    ['  TestBot\t', 'TestBot'],
    ['', null],
    ['   ', null],
    ['\u3000', null],
    ['x', 'x'],
    ['x'.repeat(79), 'x'.repeat(79)],
    ['x'.repeat(80), 'x'.repeat(80)],
    ['x'.repeat(81), null],
    [` ${'x'.repeat(80)} `, 'x'.repeat(80)],
    ['🤖'.repeat(80), '🤖'.repeat(80)],
    ['🤖'.repeat(81), null],
    ['Бот 机器人 بوت', 'Бот 机器人 بوت'],
    ['<b>"Bot" & \'co\'</b>', '<b>"Bot" & \'co\'</b>'],
    ['a\nb', null],
    ['a\u0000b', null],
    ['a\u007fb', null],
    ['a\u0085b', null],
    ['a\ud83e', null],
    ['\udd16a', null],
  ])('%j becomes %j', (text, expected) => {
    expect(parseName(text)).toBe(expected);
  });

  it('what is accepted is accepted unchanged a second time and can be stored as UTF-8', () => {
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

const longAddress = (length: number) => 'a@example.org'.padStart(length, 'a');

describe('e-mail addresses', () => {
  it.each([
    ['ann@example.org', 'ann@example.org'],
    ['  Ann@Example.ORG ', 'ann@example.org'],
    ['a+b@sub.example.org', 'a+b@sub.example.org'],
    ["o'neil@example.org", "o'neil@example.org"],
    ['müller@exämple.org', 'müller@exämple.org'],
    [longAddress(253), longAddress(253)],
    [longAddress(254), longAddress(254)],
    [longAddress(255), null],
    ['', null],
    ['ann', null],
    ['ann@example', null],
    ['@example.org', null],
    ['ann@@example.org', null],
    ['a nn@example.org', null],
    ['ann@exam ple.org', null],
    ['ann@example.org, bob@example.org', null],
    ['Ann <ann@example.org>', null],
    ['ann\u0000@example.org', null],
    ['ann\n@example.org', null],
    ['ann\u200b@example.org', null],
    ['ann\ud83e@example.org', null],
  ])('%j becomes %j', (text, expected) => {
    expect(parseEmail(text)).toBe(expected);
  });

  it('two writings of one address are one', () => {
    expect(parseEmail('ANN@EXAMPLE.ORG')).toBe(parseEmail('ann@example.org'));
  });
});

describe('passwords: 12 to 128 characters, any characters, the commonest refused', () => {
  it.each([
    [11, false],
    [12, true],
    [13, true],
    [127, true],
    [128, true],
    [129, false],
  ])('%i characters: accepted %s', (length, isAccepted) => {
    const password = 'xk7 Qé🤖/'.repeat(20);
    expect(passwordFault(Array.from(password).slice(0, length).join('')) === null).toBe(isAccepted);
  });

  it('are counted as they are hashed: 128 characters of any form, however they were typed', () => {
    // Composed of four, and of two outside the basic plane; taken from all that NFKC leaves as they are.
    const kept = [0x1fa7, 0x1109a, 0xd4db, 0x1e69].map((code) => String.fromCodePoint(code));
    const any = fc.constantFrom(...kept, 'x', '🤖', 'é', '机');
    fc.assert(
      fc.property(fc.array(any, { minLength: 126, maxLength: 130 }), (characters) => {
        const password = characters.join('');
        const typed = password.normalize('NFD');
        expect(normalPassword(typed)).toBe(password);
        expect(passwordFault(typed)).toBe(passwordFault(password));
        expect(passwordFault(typed)?.includes('at most 128') ?? false).toBe(characters.length > 128);
      }),
    );
  });

  it.each([1_025, 65_536])('%i characters are refused before they are normalized', (length) => {
    const marks = '\u0301\u0323'.repeat(length / 2 + 1).slice(0, length);
    expect(normalPassword(marks)).toBeNull();
    expect(passwordFault(marks)).toMatch(/at most 128/);
  });

  it.each([
    '123456789012',
    'Password1234',
    'QWERTYUIOP123',
    'aaaaaaaaaaaa',
    'abababababababab',
    'correcthorsebatterystaple',
  ])('%s is refused as common', (password) => {
    expect(passwordFault(password)).toMatch(/most common/);
  });

  it('composition is nobody’s business: words, digits alone, spaces and any script pass', () => {
    for (const password of [
      'tangerine kettle',
      '839201746583',
      '            x y',
      'пароль-от-бота',
      'ＰＡＳＳ🔑ｗｏｒｄ１２３',
    ]) {
      expect(passwordFault(password)).toBeNull();
    }
  });

  it('a fault never repeats the password', () => {
    for (const password of ['hunter2', 'aaaaaaaaaaaa', 'z'.repeat(300)]) {
      expect(passwordFault(password)).not.toContain(password);
    }
  });
});
