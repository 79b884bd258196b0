import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readSentBody, sentBodyText } from '@/lib/contract/sent-body';

it('a body is described by its fields’ names, types and lengths', () => {
  const body = { botId: '1234567890123456789', guildCount: 5, userCount: '338', shardCount: null, mine: 1 };
  expect(readSentBody(sentBodyText(body))).toEqual({
    type: 'object',
    length: null,
    fields: [
      { name: 'botId', meant: 'botId', type: 'string', length: 19 },
      { name: 'guildCount', meant: 'serverCount', type: 'number', length: null },
      { name: 'userCount', meant: 'userCount', type: 'string', length: 3 },
      { name: 'shardCount', meant: 'shardCount', type: 'null', length: null },
    ],
    others: 1,
  });
  expect(readSentBody(sentBodyText([1, 2]))).toEqual({ type: 'array', length: 2, fields: [], others: 0 });
});

it('no value and no name that the client made up is in the description of a body', () => {
  const secret = fc.string({ minLength: 12, unit: fc.constantFrom(...'0123456789abcdefXYZ') });
  fc.assert(
    fc.property(secret, fc.constantFrom('botId', 'servers', 'userCount'), (text, field) => {
      for (const body of [text, [text], { [text]: 1 }, { [field]: text }, { [field]: { [text]: text } }])
        expect(sentBodyText(body)).not.toContain(text);
    }),
  );
});

it.each(['', '{', 'null', '[]', '{"type":"object","length":null,"fields":[{"name":"btm_x"}],"others":0}'])(
  'what no version writes is read as nothing: %s',
  (text) => {
    expect(readSentBody(text)).toBeNull();
  },
);
