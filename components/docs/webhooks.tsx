import { Card } from '@/components/ui/card';
import type { Webhooks as WebhookObjects } from '@/lib/contract/openapi/webhooks';
import { schemaRows } from '@/lib/view/schema-rows';
import { Prose } from './prose';

const OF_EVERY_EVENT = ['data', 'data.botId', 'data.botName'];

/** The events that signed webhooks send, with their data. */
export function Webhooks({ webhooks }: { webhooks: WebhookObjects }) {
  return (
    <Card title="Events that webhooks send" className="mb-8">
      <p className="mb-4 max-w-prose text-muted">
        <Prose text="A signed webhook is a `POST` after Standard Webhooks 1.0: check `webhook-signature`, then respond 2xx within 15 s. An event can come more than once, with the same `webhook-id`. The body has `type`, `timestamp` and `data`, which always has `botId` and `botName`." />
      </p>
      <ul aria-label="Events" className="border-t text-sm">
        {Object.entries(webhooks).map(([type, { post }]) => (
          <li key={type} className="border-b py-2 last:border-b-0">
            <code translate="no">{type}</code>
            <p className="max-w-prose text-muted">
              <Prose text={post.description} />
            </p>
            <code translate="no" className="wrap-anywhere text-xs">
              {furtherData(post.requestBody.content['application/json'].schema)}
            </code>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const furtherData = (schema: unknown): string =>
  schemaRows(schema)
    .filter(({ path }) => path.startsWith('data') && !OF_EVERY_EVENT.includes(path))
    .map(({ path }) => path.replace('data.', ''))
    .join(', ');
