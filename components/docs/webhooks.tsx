import { Card } from '@/components/ui/card';
import { Cell, Head, Row, Table } from '@/components/ui/table';
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
      <div className="-mx-4 -mb-4">
        <Table label="Events" isStacked>
          <thead>
            <tr>
              <Head>Type</Head>
              <Head>When</Head>
              <Head>Further data</Head>
            </tr>
          </thead>
          <tbody>
            {Object.entries(webhooks).map(([type, { post }]) => (
              <Row key={type}>
                <Cell label="Type">
                  <code translate="no">{type}</code>
                </Cell>
                <Cell label="When" className="whitespace-normal py-2">
                  <Prose text={post.description} />
                </Cell>
                <Cell label="Further data" className="whitespace-normal py-2 text-xs">
                  <code translate="no">
                    {furtherData(post.requestBody.content['application/json'].schema)}
                  </code>
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </div>
    </Card>
  );
}

const furtherData = (schema: unknown): string =>
  schemaRows(schema)
    .filter(({ path }) => path.startsWith('data') && !OF_EVERY_EVENT.includes(path))
    .map(({ path }) => path.replace('data.', ''))
    .join(', ');
