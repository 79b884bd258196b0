import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { usageRecord } from '@/lib/domain/quota/usage-record';
import { accountWith } from '@/tests/support/data/accounts';
import { python } from '@/tests/support/programs';
import { EXPECTED } from '../../fault/client/expected';
import { suiteFaultServer } from '../../fault/client/fault-server';

const server = suiteFaultServer();
const USAGE = JSON.stringify(usageRecord(accountWith(), 0));
const inPython = (text: string): string =>
  text
    .replace('baseUrl', 'base_url')
    .replace('apiKey', 'api_key')
    .replace('botId', 'bot_id')
    .replace('@botmeter/client', 'botmeter-client');

test.each(readdirSync(import.meta.dirname).filter((name) => /^test_.*\.py$/.test(name)))(
  'the Python client: %s',
  async (name) => {
    const expected = Object.entries(EXPECTED).map(([fault, [event, code, next, advice]]) => {
      return [fault, [event, code, next, inPython(advice)]];
    });
    const FAULTS = JSON.stringify({ url: server().url, expected: Object.fromEntries(expected) });
    const { status, output } = await python([`${import.meta.dirname}/${name}`], { FAULTS, USAGE });
    expect(status, output).toBe(0);
    expect(output).toMatch(/Ran [1-9]\d* tests? in .*\n\nOK\n$/);
  },
  60_000,
);
