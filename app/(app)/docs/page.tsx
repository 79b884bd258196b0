import type { Metadata } from 'next';
import { releases } from '@/app/download/releases';
import { Shell } from '@/app/shell/shell';
import { shownOrigin } from '@/app/shell/shown-origin';
import { Contents } from '@/components/docs/contents';
import { Libraries } from '@/components/docs/libraries';
import { Operation } from '@/components/docs/operation';
import { PlansTable } from '@/components/docs/plans-table';
import { QuickStart } from '@/components/docs/quick-start';
import { VerifySignature } from '@/components/docs/verify-signature';
import { Webhooks } from '@/components/docs/webhooks';
import { ButtonLink } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { OPERATIONS } from '@/lib/api/operations/list';
import { openApiOperation } from '@/lib/api/operations/service';
import { REPORT_EXAMPLE } from '@/lib/contract/examples';
import { dereferenced, openApiDocument } from '@/lib/contract/openapi/openapi';
import { curl } from '@/lib/view/curl';

export const metadata: Metadata = { title: 'API', robots: { index: true, follow: true } };

const { paths, webhooks, info } = dereferenced(openApiDocument(OPERATIONS));

/** The API reference, generated from the same OpenAPI document that programs get. */
export default async function DocsPage() {
  const baseUrl = shownOrigin();
  const places = [
    { id: 'quick-start', label: 'Quick start for bots' },
    { id: 'libraries', label: 'By library, and Python' },
    { id: 'plans', label: 'Plans' },
    ...OPERATIONS.flatMap(({ method, path }) => {
      const id = paths[path]?.[method.toLowerCase()]?.operationId;
      return id === undefined ? [] : [{ id, label: `${method} ${path}`, isCode: true }];
    }),
    { id: 'webhooks', label: 'Events and webhooks' },
  ];
  return (
    <Shell>
      <PageHeader
        title="API reference"
        meta={<span className="max-w-prose">{info.description}</span>}
        actions={<ButtonLink href={openApiOperation.path}>OpenAPI document</ButtonLink>}
      />
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-[18rem_minmax(0,1fr)]">
        <Contents places={places} />
        {/* Its tables are short, and skipped with their sections. */}
        <div className="min-w-0 [--far-rows:visible]">
          <div id="quick-start" className="scroll-mt-4">
            <QuickStart baseUrl={baseUrl} />
          </div>
          <div id="libraries" className="scroll-mt-4">
            <Libraries baseUrl={baseUrl} wheel={(await releases())?.wheel ?? null} />
          </div>
          <div id="plans" className="scroll-mt-4">
            <PlansTable />
          </div>
          {OPERATIONS.map(({ method, path, auth, body }) => {
            const operation = paths[path]?.[method.toLowerCase()];
            if (operation === undefined) return null;
            const key = auth === 'key' ? '$BOTMETER_KEY' : undefined;
            return (
              <Operation
                key={operation.operationId}
                method={method}
                path={path}
                operation={operation}
                // What has to be signed is no single command.
                curl={
                  auth === 'source'
                    ? null
                    : curl({
                        method,
                        url:
                          baseUrl +
                          path
                            .replace('{botId}', REPORT_EXAMPLE.botId)
                            .replace(/\{badge\}|\{chart\}/, 'servers.svg'),
                        key,
                        json: body?.minimal,
                      })
                }
              />
            );
          })}
          <div id="webhooks" className="scroll-mt-4">
            <Webhooks webhooks={webhooks} />
            <VerifySignature />
          </div>
        </div>
      </div>
    </Shell>
  );
}
