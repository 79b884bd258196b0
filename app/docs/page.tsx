import type { Metadata } from 'next';
import { builtWheel } from '@/app/download/wheel';
import { Shell } from '@/app/shell/shell';
import { shownOrigin } from '@/app/shell/shown-origin';
import { Libraries } from '@/components/docs/libraries';
import { Operation } from '@/components/docs/operation';
import { QuickStart } from '@/components/docs/quick-start';
import { ButtonLink } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { REPORT_EXAMPLE } from '@/lib/contract/examples';
import { openApiDocument } from '@/lib/contract/openapi/openapi';
import { ENDPOINTS } from '@/lib/http/endpoints/list';
import { openApiEndpoint } from '@/lib/http/endpoints/open-api';
import { curl } from '@/lib/view/curl';

export const metadata: Metadata = { title: 'API' };

/** The API reference, generated from the same OpenAPI document that programs get. */
export default async function DocsPage() {
  const baseUrl = shownOrigin();
  const { paths, info } = openApiDocument(ENDPOINTS);
  return (
    <Shell>
      <PageHeader
        title="API reference"
        meta={<span className="max-w-prose">{info.description}</span>}
        actions={<ButtonLink href={openApiEndpoint.path}>OpenAPI document</ButtonLink>}
      />
      <QuickStart baseUrl={baseUrl} />
      <Libraries baseUrl={baseUrl} wheel={await builtWheel()} />
      {ENDPOINTS.map(({ method, path, auth, body }) => {
        const operation = paths[path]?.[method.toLowerCase()];
        if (operation === undefined) return null;
        const key = auth === 'key' ? '$BOTMETER_KEY' : undefined;
        return (
          <Operation
            key={operation.operationId}
            method={method}
            path={path}
            operation={operation}
            curl={curl({
              method,
              url: baseUrl + path.replace('{botId}', REPORT_EXAMPLE.botId),
              key,
              json: body?.minimal,
            })}
          />
        );
      })}
    </Shell>
  );
}
