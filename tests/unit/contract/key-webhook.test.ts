import { expect, test } from 'vitest';
import { keyWebhookBody } from '@/lib/contract/key-webhook';

const isTaken = (secret: string) =>
  keyWebhookBody.safeParse({ url: 'https://bot.example.org/', secret }).success;
const standard = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;

test.each([24, 25, 32, 64])('a secret of %i bytes in the form of Standard Webhooks is taken', (bytes) => {
  expect(isTaken(standard(bytes))).toBe(true);
  expect(isTaken(standard(bytes).replace(/=+$/, ''))).toBe(true);
});

test.each([
  ['whsec_A', 'decodes to nothing'],
  ['whsec_', 'has no bytes'],
  [standard(23), 'is too short'],
  [standard(65), 'is too long'],
  [`${standard(24)}\n`, 'has a line break'],
  [`whsec_${'A'.repeat(33)}`, 'is no base64'],
  ['', 'is empty'],
  ['\u0000', 'is a control character'],
  ['x'.repeat(7), 'has 7 characters'],
  ['x'.repeat(257), 'has 257 characters'],
  [' '.repeat(8), 'is blank'],
  ['\u200b'.repeat(8), 'is invisible'],
  ['secret\u202etxt', 'changes the direction of its text'],
  ['xxxxxxxx\ud800', 'is no text'],
])('%j is refused: it %s', (secret) => {
  expect(isTaken(secret)).toBe(false);
});

test.each(['x'.repeat(8), 'x'.repeat(256), 'as raw bytes \u2713'])('%j is taken', (secret) => {
  expect(isTaken(secret)).toBe(true);
});
