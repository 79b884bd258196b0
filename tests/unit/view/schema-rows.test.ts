import { expect, test } from 'vitest';
import { schemaRows } from '@/lib/view/schema-rows';

test('a row names the path, the type in words, and what a schema says about it', () => {
  const schema = {
    required: ['bots'],
    properties: {
      bots: {
        type: 'array',
        items: {
          properties: {
            name: { type: 'string', description: 'Shown to people' },
            growth: { type: ['number', 'null'] },
            seen: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
            limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
          },
        },
      },
    },
  };
  const row = (path: string, type: string, isRequired = false, note = '') => ({
    path,
    type,
    isRequired,
    note,
  });
  expect(schemaRows(schema)).toEqual([
    row('bots', 'array', true),
    row('bots[].name', 'string', false, 'Shown to people'),
    row('bots[].growth', 'number or null'),
    row('bots[].seen', 'timestamp or null'),
    row('bots[].limit', 'integer', false, '1 to 100. 20 unless given.'),
  ]);
});
