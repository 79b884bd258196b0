import { expect, it } from 'vitest';
import { totp } from '@/lib/auth/totp';
import { parseCode, recoveryCodeText } from '@/lib/domain/people/second-factor';

/** "12345678901234567890" in base32, and the last six digits of the codes in RFC 6238, appendix B. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const VECTORS = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const;

it.each(VECTORS)('at %i s the code is that of RFC 6238, with its step of time', (seconds, code) => {
  const step = Math.floor(seconds / 30);
  const at = (steps: number) => totp.stepOf(SECRET, code, (seconds + steps * 30) * 1_000);
  expect([-2, -1, 0, 1, 2].map(at)).toEqual([null, step, step, step, null]);
});

it('a recovery code has 80 bits, and is read as people type it', () => {
  const codes = Array.from({ length: 1_000 }, totp.newRecoveryCode);
  expect(new Set(codes).size).toBe(1_000);
  for (const code of codes) {
    const typed = ` ${recoveryCodeText(code).toUpperCase().replaceAll('0', 'O').replaceAll('1', 'l')} `;
    expect(parseCode(typed)).toEqual({ kind: 'recovery', code });
  }
  // All 32 letters at each of the 16 places.
  for (let at = 0; at < 16; at++) expect(new Set(codes.map((code) => code[at])).size).toBe(32);
});

it('any other text is no code', () => {
  expect(parseCode(' 123 456 ')).toEqual({ kind: 'app', code: '123456' });
  const others = [
    '',
    '12345',
    '1234567',
    'u'.repeat(16),
    '0'.repeat(15),
    '0'.repeat(17),
    '１２３４５６',
    'ä23456',
  ];
  expect(others.map(parseCode)).toEqual(others.map(() => null));
});
