import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectSources } from '../architecture/sources';

const ROOT = new URL('../../..', import.meta.url).pathname;
const DOCS = ['README.md', 'lib/deploy/README.md', 'lib/contract/README.md'];
const ASKS = /\b(?:ask|tell|told|contact|inform)\b[^.]*\b(?:an?|your|the|their) admin(?:istrator)?s?\b/i;

/** The reader may be the admin. Where it is known that they are not (`isAdmin` on the line), they may be sent to one. */
test('no sentence sends its reader to an admin without knowing that they are none', () => {
  const texts = projectSources(ROOT).filter(({ path }) => /^(?:app|components|lib)\//.test(path));
  const docs = DOCS.map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
  const found = [...texts, ...docs].flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter((line) => ASKS.test(line) && !line.includes('isAdmin') && !/^\s*(?:\/?\*|\/\/)/.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
