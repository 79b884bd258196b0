import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ERROR_STATUS } from '@/lib/domain/errors';

const CONTRACT = new URL('../../../lib/contract/README.md', import.meta.url);

/** The rows `| 400 | `invalid_json` | …` of the table in section 5. */
function contractTable(): [string, number][] {
  const section =
    readFileSync(CONTRACT, 'utf8')
      .split(/^## /m)
      .find((s) => s.startsWith('5. Errors')) ?? '';
  return [...section.matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)].map(([, status, code]) => [
    code ?? '',
    Number(status),
  ]);
}

describe('errors (contract section 5)', () => {
  it('the closed list and its statuses are the contract’s table, nothing more and nothing less', () => {
    expect(contractTable()).toHaveLength(15);
    expect(Object.entries(ERROR_STATUS)).toEqual(contractTable());
  });
});
