import { expect, it } from 'vitest';
import { chosenSecrets, formsOf, neverShown } from './canaries';
import { Evidence } from './evidence';

// The other suites only mean something if the search finds what is there.
const canaries = neverShown(chosenSecrets());
const around = (bytes: Buffer, n: number) => Buffer.concat([Buffer.alloc(n, 'a'), bytes, Buffer.from('.')]);

it.each(canaries)('finds $name in every form, at the start, in the middle and at the end', (canary) => {
  const planted = formsOf(canary.value).flatMap((form) => [form, around(form, 0), around(form, 1_000)]);
  const evidence = new Evidence();
  for (const [at, bytes] of planted.entries()) evidence.add(`planted ${at}`, bytes);
  expect(evidence.findAll(canaries)).toEqual(planted.map((_, at) => `${canary.name}: planted ${at}`).sort());
});

/** Encodings made without formsOf. */
const ENCODERS: Record<string, (text: string) => string> = {
  'JSON in JSON': (text) => JSON.stringify({ message: JSON.stringify({ text }) }),
  'a form': (text) => new URLSearchParams({ before: 'x', text }).toString(),
  'an address': (text) => new URL(`http://localhost/?text=${encodeURIComponent(text)}`).href,
  'basic authorization': (text) => Buffer.from(`user:${text}`).toString('base64'),
  'base64url of JSON': (text) => Buffer.from(JSON.stringify({ sub: 'someone', text })).toString('base64url'),
  'a hex dump': (text) => Buffer.from(`text=${text}`).toString('hex'),
};

it.each(Object.entries(ENCODERS))('finds each secret in %s', (_, encode) => {
  const evidence = new Evidence();
  for (const { name, value } of canaries) evidence.add(name, encode(value));
  expect(evidence.findAll(canaries)).toEqual(canaries.map(({ name }) => `${name}: ${name}`).sort());
});

it('finds nothing among other secrets', () => {
  const evidence = new Evidence();
  for (const other of Object.values(chosenSecrets())) evidence.add('others', other);
  expect(evidence.findAll(canaries)).toEqual([]);
});
