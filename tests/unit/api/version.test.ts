import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { liveOperation } from '@/lib/api/operations/health';
import { createMetrics } from '@/lib/api/prometheus';
import { liveResponse } from '@/lib/contract/responses';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

it('the version of package.json is in the liveness check, the metrics and the changes', async () => {
  const live = await (liveOperation as { handle: (...args: unknown[]) => unknown }).handle();
  const body = { success: true, data: { status: 'live', version } };
  expect(JSON.parse((live as { body: string }).body)).toEqual(body);
  expect(liveResponse.safeParse(body).success).toBe(true);
  const { body: metrics } = await createMetrics().reply();
  expect(metrics).toContain(`\nbotmeter_build_info{version="${version}"} 1\n`);
  const changes = readFileSync('lib/deploy/CHANGELOG.md', 'utf8');
  expect(changes).toMatch(new RegExp(`^## ${version.replaceAll('.', '\\.')}$`, 'm'));
});
