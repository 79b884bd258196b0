import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterRotation, isKeyLive, OVERLAPS_MS, type Overlap } from '@/lib/domain/keys/api-key';
import { BASE62, composeKey, isWellFormedKey, KEY_RANDOM_LENGTH } from '@/lib/domain/keys/key-text';
import { T0 } from '@/tests/support/data/accounts';

const anyRandom = fc.string({
  unit: fc.constantFrom(...BASE62),
  minLength: KEY_RANDOM_LENGTH,
  maxLength: KEY_RANDOM_LENGTH,
});

describe('the format of a key (contract section 7)', () => {
  it('is btm_, 32 random characters and their CRC-32 in base62 (0-9A-Za-z), padded to 6', () => {
    expect(BASE62).toBe('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
    fc.assert(
      fc.property(anyRandom, (random) => {
        const key = composeKey(random);
        expect(key).toMatch(/^btm_[0-9A-Za-z]{38}$/);
        expect(key.slice(0, 36)).toBe(`btm_${random}`);
        const digits = [...key.slice(36)].map((digit) => BigInt(BASE62.indexOf(digit)));
        expect(digits.reduce((n, digit) => n * 62n + digit, 0n)).toBe(BigInt(crc32(`btm_${random}`)));
        expect(isWellFormedKey(key)).toBe(true);
      }),
    );
  });

  it('pads a small checksum with zeros on the left', () => {
    let random = '';
    for (let i = 0; random === ''; i++) {
      const candidate = String(i).padStart(KEY_RANDOM_LENGTH, '0');
      if (crc32(`btm_${candidate}`) < 62 ** 4) random = candidate;
    }
    expect(composeKey(random).slice(36)).toMatch(/^00[0-9A-Za-z]{4}$/);
    expect(isWellFormedKey(composeKey(random))).toBe(true);
  });

  it('does not accept a key with one character changed or two neighbours swapped', () => {
    fc.assert(
      fc.property(anyRandom, (random) => {
        const key = composeKey(random);
        for (let at = 0; at < key.length; at++) {
          const swapped = `${key.charAt(at + 1)}${key.charAt(at)}${key.slice(at + 2)}`;
          const changed = ['0', 'Z', 'a', '_', ' ', 'é'].map((other) => other + key.slice(at + 1));
          for (const end of [swapped, ...changed]) {
            const other = key.slice(0, at) + end;
            expect(isWellFormedKey(other)).toBe(other === key);
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  it('does not accept a key with characters missing or added, or in other case', () => {
    const key = composeKey('Qd8Zr3fWm5Jx0BnTgLh2YvKpA7sCu1Ei');
    const others = ['', key.slice(1), key.slice(0, -1), `${key}0`, ` ${key}`, `${key}\n`, key.toUpperCase()];
    expect(others.filter(isWellFormedKey)).toEqual([]);
  });
});

describe('the lifetime of a key', () => {
  it.each([
    ['before its expiry', T0, null, T0 - 1, true],
    ['at its expiry', T0, null, T0, false],
    ['after its expiry', T0, null, T0 + 1, false],
    ['revoked, after a clock step back', null, T0, T0 - 1, false],
    ['at its revocation', null, T0, T0, false],
    ['after its revocation', null, T0, T0 + 1, false],
    ['without expiry and revocation', null, null, 2 ** 52, true],
  ])('%s', (_, expiresAtMs, revokedAtMs, nowMs, isLive) => {
    expect(isKeyLive({ expiresAtMs, revokedAtMs }, nowMs)).toBe(isLive);
  });
});

describe('rotation', () => {
  it('offers no overlap, 1 h, 24 h and 7 d', () => {
    expect(OVERLAPS_MS).toEqual({ '0': 0, '1h': 3_600_000, '24h': 86_400_000, '7d': 604_800_000 });
  });

  it('keeps the old key live for exactly the overlap, and never past its own expiry', () => {
    const overlaps = Object.keys(OVERLAPS_MS) as Overlap[];
    const boundaries = Object.values(OVERLAPS_MS).flatMap((ms) => [Math.max(0, ms - 1), ms, ms + 1]);
    const anyMs = fc.oneof(fc.constantFrom(...boundaries), fc.integer({ min: 0, max: 20 * 86_400_000 }));
    fc.assert(
      fc.property(
        fc.constantFrom(...overlaps),
        fc.option(anyMs.filter((ms) => ms > 0)),
        anyMs,
        (overlap, expiresInMs, laterMs) => {
          const life = { expiresAtMs: expiresInMs === null ? null : T0 + expiresInMs, revokedAtMs: null };
          const rotated = afterRotation(life, overlap, T0);
          const nowMs = T0 + laterMs;
          const expected = isKeyLive(life, nowMs) && laterMs < OVERLAPS_MS[overlap];
          expect(isKeyLive(rotated, nowMs)).toBe(expected);
          if (overlap === '0') expect(rotated.revokedAtMs).toBe(T0);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
