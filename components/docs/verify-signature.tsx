import { Card } from '@/components/ui/card';
import { CodeBlock } from '@/components/ui/code-block';
import { NODE_VERIFY, PYTHON_VERIFY } from '@/lib/view/webhook-recipes';

const HEADERS = [
  ['webhook-id', 'The event’s id, the same in every try: a repeat is one that you have seen.'],
  ['webhook-timestamp', 'When it was sent, in seconds since 1970.'],
  [
    'webhook-signature',
    'v1, and the signature in Base64; for 24 hours after a rotation two, separated by a space.',
  ],
] as const;

/** What a signed webhook sends, and how its receiver checks the signature. */
export function VerifySignature() {
  return (
    <Card title="Verify a signature" className="mb-8">
      <div className="flex min-w-0 flex-col gap-4 pt-2">
        <p className="max-w-prose text-muted">
          A webhook, made under Alerts of a bot, gets each event as <code translate="no">POST</code> with a
          JSON body of <code translate="no">type</code>, <code translate="no">timestamp</code> and{' '}
          <code translate="no">data</code>. Requests follow{' '}
          <a href="https://www.standardwebhooks.com" className="underline underline-offset-4">
            Standard Webhooks
          </a>{' '}
          1.0: any of its libraries verifies them, and so does the code below. It needs the body as received,
          before any JSON parser.
        </p>
        <dl className="text-sm">
          {HEADERS.map(([name, meaning]) => (
            <div
              key={name}
              className="grid gap-x-4 border-b py-2 last:border-b-0 sm:grid-cols-[12rem_minmax(0,1fr)]"
            >
              <dt>
                <code translate="no">{name}</code>
              </dt>
              <dd className="text-muted">{meaning}</dd>
            </div>
          ))}
        </dl>
        <CodeBlock label="Verify a signature with Node.js" code={NODE_VERIFY} />
        <CodeBlock label="Verify a signature with Python" code={PYTHON_VERIFY} />
        <p className="max-w-prose text-muted">
          Answer 2xx within 15 seconds; anything else is tried again for about two days. 410 switches the
          webhook off. Events can come twice and out of order.
        </p>
      </div>
    </Card>
  );
}
