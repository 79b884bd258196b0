import { Badge } from '@/components/ui/badge';
import type { Elements } from '@/components/ui/elements';
import { OriginCode } from '@/components/ui/origin-code';
import { PageHeader } from '@/components/ui/page-header';
import type { OpenApiOperation } from '@/lib/contract/openapi/operation-object';
import type { OperationContract } from '@/lib/contract/operation-contract';
import { queryRows, schemaRows } from '@/lib/view/schema-rows';
import { Example } from './example';
import { Fields } from './fields';
import { Prose } from './prose';
import { Refusals } from './refusals';

type Content = OpenApiOperation['responses'][string]['content'];
type Props = { contract: OperationContract; operation: OpenApiOperation; curl: string | null };

/** The schema and examples of a request or response body, if it has one. */
const jsonOf = (content: Content | undefined): Content[string] =>
  content?.['application/json'] ?? { schema: {}, examples: {} };

/** One operation of the OpenAPI document: text and fields on the left, the call and its response on the right. */
export function OperationPage({ contract, operation, curl }: Props) {
  const { responses, requestBody, summary, description, parameters } = operation;
  const ok = jsonOf(responses['200']?.content);
  const name = `${contract.method} ${contract.path}`;
  const tables = [
    { title: 'Query', label: `Query of ${name}`, rows: queryRows(parameters) },
    {
      title: 'Body',
      text: requestBody?.description,
      label: `Body of ${name}`,
      rows: schemaRows(jsonOf(requestBody?.content).schema),
    },
    { title: 'Response', label: `Response of ${name}`, rows: schemaRows(ok.schema) },
  ];
  return (
    <>
      <PageHeader title={summary} />
      <p className="mb-6 flex w-fit max-w-full flex-wrap items-center gap-x-3 gap-y-1 rounded border bg-surface px-3 py-2">
        <code translate="no" className="wrap-anywhere">
          {name}
        </code>
        <Badge>{contract.isCounted ? 'Counts as one call' : 'Never counted'}</Badge>
      </p>
      <p className="mb-6 max-w-prose">
        <Prose text={description} />
      </p>
      <div className="grid gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,32rem)]">
        <div className="min-w-0 [&>:first-child]:mt-0">
          {tables.map(
            ({ title, text, label, rows }) =>
              rows.length > 0 && (
                <Part key={title} title={title} text={text}>
                  <Fields label={label} rows={rows} />
                </Part>
              ),
          )}
          <Part title="Refusals" text="None of them counts. Each message says what to change.">
            <Refusals responses={responses} />
          </Part>
        </div>
        <div className="flex min-w-0 flex-col gap-4 max-xl:order-first xl:sticky xl:top-4 xl:max-h-[calc(100vh-2rem)] xl:self-start xl:overflow-y-auto">
          {curl !== null && <OriginCode label={`curl for ${summary}`} code={curl} />}
          {Object.entries(ok.examples ?? {}).map(([key, { value }]) => (
            <Example key={key} value={value} />
          ))}
        </div>
      </div>
    </>
  );
}

function Part({ title, text, children }: { title: string; text: string | undefined; children: Elements }) {
  return (
    <section aria-label={title} className="mt-8 min-w-0">
      <h2 className="mb-2 font-semibold text-base">{title}</h2>
      {text !== undefined && (
        <p className="mb-2 max-w-prose text-muted">
          <Prose text={text} />
        </p>
      )}
      {children}
    </section>
  );
}
