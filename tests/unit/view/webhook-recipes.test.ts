import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, it } from 'vitest';
import { NODE_VERIFY, PYTHON_VERIFY } from '@/lib/view/webhook-recipes';
import { python } from '@/tests/support/programs';

type Message = { headers: Record<string, string>; body: string; secret: string };

const SECRET = `whsec_${Buffer.from('a secret of 24 bytes ...').toString('base64')}`;
const OTHER = `whsec_${Buffer.from('another secret of 24 byt').toString('base64')}`;
const BODY = '{"type":"bot.silent","data":{"botName":"Zoë"}}';

function message(secret = SECRET, sentAt = new Date()): Message {
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('evt_1', sentAt, BODY),
  };
  return { headers, body: BODY, secret: SECRET };
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** Made when they are checked: they are valid for minutes. */
function cases(): readonly (readonly [string, Message, boolean])[] {
  const genuine = message();
  const withSignature = (signature: string): Message => ({
    ...genuine,
    headers: { ...genuine.headers, 'webhook-signature': signature },
  });
  const signature = genuine.headers['webhook-signature'] ?? '';
  return [
    ['a genuine one', genuine, true],
    ['one of 4 minutes ago', message(SECRET, minutesAgo(4)), true],
    [
      'two signatures during a rotation',
      withSignature(`${message(OTHER).headers['webhook-signature']} ${signature}`),
      true,
    ],
    ['another secret', message(OTHER), false],
    ['one of 6 minutes ago', message(SECRET, minutesAgo(6)), false],
    ['another body', { ...genuine, body: BODY.replace('Zoë', 'Zoe') }, false],
    ['another id', { ...genuine, headers: { ...genuine.headers, 'webhook-id': 'evt_2' } }, false],
    ['a signature of the same length', withSignature(`v1,${'é'.repeat(signature.length - 3)}`), false],
    ['no headers', { ...genuine, headers: {} }, false],
  ];
}

describe('the code that verifies webhooks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'botmeter-recipes-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('with Node.js accepts what is genuine and nothing else', async () => {
    const file = join(folder, 'verify.mjs');
    writeFileSync(file, `${NODE_VERIFY}\nexport { isGenuine };`);
    const { isGenuine } = await import(/* @vite-ignore */ file);
    for (const [name, { headers, body, secret }, expected] of cases()) {
      expect([name, isGenuine(headers, body, secret)]).toEqual([name, expected]);
    }
  });

  it('with Python too', async () => {
    const file = join(folder, 'verify.py');
    writeFileSync(
      file,
      `${PYTHON_VERIFY}\nimport json, sys\nfor name, m, _ in json.loads(sys.argv[1]):\n    print(name, is_genuine(m["headers"], m["body"].encode(), m["secret"]))`,
    );
    const all = cases();
    const { output } = await python([file, JSON.stringify(all)]);
    const expected = all.map(([name, , isGenuine]) => `${name} ${isGenuine ? 'True' : 'False'}`);
    expect(output.trim().split('\n')).toEqual(expected);
  });
});
