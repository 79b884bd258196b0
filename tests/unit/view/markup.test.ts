import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markup } from '@/lib/view/markup';

const ENTITIES = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
const unescaped = (text: string) =>
  Object.entries(ENTITIES).reduce((rest, [entity, sign]) => rest.replaceAll(entity, sign), text);

test('a text stays a text in an element and in an attribute, whatever it contains', () => {
  const text = fc.string({ unit: fc.constantFrom('&', '<', '>', '"', ';', 'lt', 'quot', 'x', 'ä', '$&') });
  fc.assert(
    fc.property(text, (given) => {
      const [, attribute = '', content = ''] = /^<a b="([^"<>]*)">([^<>]*)<\/a>$/.exec(
        markup`<a b="${given}">${given}</a>`.__html,
      ) ?? ['', '?', '?'];
      expect([attribute, content].map(unescaped)).toEqual([given, given]);
    }),
  );
});

test('markup in a template is not escaped again', () => {
  expect(
    markup`<g>${[1, 2].map((y) => markup`<line y1="${y}"/>`)}${markup`<text>${'<'}</text>`}</g>`.__html,
  ).toBe('<g><line y1="1"/><line y1="2"/><text>&lt;</text></g>');
});
