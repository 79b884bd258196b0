import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ERROR_STATUS } from '@/lib/domain/reports/refusal';

it('the error codes and their statuses are exactly those of the table in contract section 5', () => {
  const sections = readFileSync('lib/contract/README.md', 'utf8').split(/^## /m);
  const section = sections.find((text) => text.startsWith('5. Errors')) ?? '';
  // | 400 | `invalid_json` | …
  const rows = [...section.matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)];
  expect(rows).toHaveLength(18);
  expect(Object.entries(ERROR_STATUS)).toEqual(rows.map(([, status, code]) => [code, Number(status)]));
});
