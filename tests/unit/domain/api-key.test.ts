import { crc32 as zlibCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterRotation,
  BASE62,
  composeKey,
  crc32,
  isKeyLive,
  isWellFormedKey,
  KEY_RANDOM_LENGTH,
  OVERLAPS_MS,
  type Overlap,
} from '@/lib/domain/api-key';
import { anyMoment, T0 } from '@/tests/support/data/accounts';

const anyRandom = fc.string({
  unit: fc.constantFrom(...BASE62),
  minLength: KEY_RANDOM_LENGTH,
  maxLength: KEY_RANDOM_LENGTH,
});

describe('CRC-32', () => {
  it.each([
    ['', 0x00000000],
    ['123456789', 0xcbf43926],
    ['a', 0xe8b7be43],
    ['The quick brown fox jumps over the lazy dog', 0x414fa339],
  ])('of %j is the published value', (text, expected) => {
    expect(crc32(text)).toBe(expected);
  });

  // node:zlib has it from Node.js 20.15 on.
  it('is zlib’s for any ASCII text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', maxLength: 200 }), (text) => {
        expect(crc32(text)).toBe(zlibCrc32(text));
      }),
    );
  });
});

describe('the form of a key (contract section 7)', () => {
  it('is btm_, 32 random characters and the CRC-32 of all before in base62, padded to 6', () => {
    fc.assert(
      fc.property(anyRandom, (random) => {
        const key = composeKey(random);
        expect(key).toMatch(/^btm_[0-9A-Za-z]{38}$/);
        expect(key.slice(0, 36)).toBe(`btm_${random}`);
        const digits = [...key.slice(36)].map((digit) => BigInt(BASE62.indexOf(digit)));
        expect(digits.reduce((n, digit) => n * 62n + digit, 0n)).toBe(BigInt(zlibCrc32(`btm_${random}`)));
        expect(isWellFormedKey(key)).toBe(true);
      }),
    );
  });

  it('the alphabet is 0-9A-Za-z', () => {
    expect(BASE62).toBe('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
  });

  it('a small checksum is padded with zeros on the left', () => {
    let random = '';
    for (let i = 0; random === ''; i++) {
      const candidate = String(i).padStart(KEY_RANDOM_LENGTH, '0');
      if (zlibCrc32(`btm_${candidate}`) < 62 ** 4) random = candidate;
    }
    expect(composeKey(random).slice(36)).toMatch(/^00[0-9A-Za-z]{4}$/);
    expect(isWellFormedKey(composeKey(random))).toBe(true);
  });

  it('a key with any single character changed is not well-formed', () => {
    fc.assert(
      fc.property(anyRandom, (random) => {
        const key = composeKey(random);
        for (let at = 0; at < key.length; at++) {
          for (const other of ['0', 'Z', 'a', '_', ' ', 'é']) {
            if (key[at] === other) continue;
            expect(isWellFormedKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  it('neither is one with neighbours swapped, shortened, lengthened or with space around', () => {
    const key = composeKey('Qd8Zr3fWm5Jx0BnTgLh2YvKpA7sCu1Ei');
    for (let at = 0; at + 1 < key.length; at++) {
      const swapped = key.slice(0, at) + key.charAt(at + 1) + key.charAt(at) + key.slice(at + 2);
      if (swapped !== key) expect(isWellFormedKey(swapped)).toBe(false);
    }
    for (const other of [
      '',
      key.slice(1),
      key.slice(0, -1),
      `${key}0`,
      ` ${key}`,
      `${key}\n`,
      key.toUpperCase(),
    ]) {
      expect(isWellFormedKey(other)).toBe(false);
    }
  });
});

describe('the life of a key', () => {
  it.each([
    [T0 - 1, true],
    [T0, false],
    [T0 + 1, false],
  ])('an expiry is the first moment at which the key is no longer live: at %i it is %s', (nowMs, isLive) => {
    expect(isKeyLive({ expiresAtMs: T0, revokedAtMs: null }, nowMs)).toBe(isLive);
  });

  it('a revoked key is not live, even when the clock is behind its revocation', () => {
    for (const by of [-1, 0, 1]) {
      expect(isKeyLive({ expiresAtMs: null, revokedAtMs: T0 }, T0 + by)).toBe(false);
    }
  });

  it('without expiry and revocation it lives on', () => {
    fc.assert(
      fc.property(anyMoment, (nowMs) => {
        expect(isKeyLive({ expiresAtMs: null, revokedAtMs: null }, nowMs)).toBe(true);
      }),
    );
  });
});

describe('rotation', () => {
  it('offers no overlap, 1 h, 24 h and 7 d', () => {
    expect(OVERLAPS_MS).toEqual({ '0': 0, '1h': 3_600_000, '24h': 86_400_000, '7d': 604_800_000 });
  });

  it('without overlap ends the old key at once', () => {
    const old = afterRotation({ expiresAtMs: null, revokedAtMs: null }, '0', T0);
    expect(isKeyLive(old, T0)).toBe(false);
    expect(old.revokedAtMs).toBe(T0);
  });

  it.each(['1h', '24h', '7d'] as const)('with %s the old key lives exactly that long', (overlap) => {
    const old = afterRotation({ expiresAtMs: null, revokedAtMs: null }, overlap, T0);
    const end = T0 + OVERLAPS_MS[overlap];
    expect([end - 1, end, end + 1].map((nowMs) => isKeyLive(old, nowMs))).toEqual([true, false, false]);
  });

  it('never lets a key live past its own expiry', () => {
    const overlaps = Object.keys(OVERLAPS_MS) as Overlap[];
    fc.assert(
      fc.property(
        fc.constantFrom(...overlaps),
        fc.option(fc.integer({ min: 1, max: 20 * 86_400_000 })),
        fc.integer({ min: 0, max: 20 * 86_400_000 }),
        (overlap, expiresInMs, laterMs) => {
          const life = { expiresAtMs: expiresInMs === null ? null : T0 + expiresInMs, revokedAtMs: null };
          const rotated = afterRotation(life, overlap, T0);
          const nowMs = T0 + laterMs;
          const expected = isKeyLive(life, nowMs) && laterMs < OVERLAPS_MS[overlap];
          expect(isKeyLive(rotated, nowMs)).toBe(expected);
        },
      ),
    );
  });
});
