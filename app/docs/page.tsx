import type { Metadata } from 'next';
import { Operation, type OperationDoc } from '@/components/docs/operation';
import { QuickStart } from '@/components/docs/quick-start';
import { ButtonLink } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { openApiDocument } from '@/lib/contract/openapi';
import { reportCurl, usageCurl } from '@/lib/view/curl';
import { origin } from '../origin';
import { Shell } from '../shell';

export const metadata: Metadata = { title: 'API' };

/** The API reference, drawn from the same OpenAPI document that programs get. */
export default async function DocsPage() {
  const baseUrl = await origin();
  const { paths, info } = openApiDocument();
  const KEY = '$BOTMETER_KEY';
  return (
    <Shell>
      <PageHeader
        title="API reference"
        meta={<span className="max-w-prose">{info.description}</span>}
        actions={<ButtonLink href="/api/openapi.json">OpenAPI document</ButtonLink>}
      />
      <QuickStart baseUrl={baseUrl} />
      <Operation
        method="post"
        path="/api/v1/bots/stats"
        operation={paths['/api/v1/bots/stats'].post as unknown as OperationDoc}
        curl={reportCurl(baseUrl, KEY, '1234567890123456789')}
      />
      <Operation
        method="get"
        path="/api/v1/usage"
        operation={paths['/api/v1/usage'].get as unknown as OperationDoc}
        curl={usageCurl(baseUrl, KEY)}
      />
    </Shell>
  );
}
