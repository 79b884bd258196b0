import { CodeBlock } from '@/components/ui/code-block';
import { OriginCode } from '@/components/ui/origin-code';
import { Cell, Head, Row, Table } from '@/components/ui/table';
import type { Operation as OperationObject } from '@/lib/contract/openapi/operation';
import { queryRows, type SchemaRow, schemaRows } from '@/lib/view/schema-rows';

type Content = OperationObject['responses'][string]['content'][string];

type Props = { method: string; path: string; operation: OperationObject; curl: string };

/** The schema and examples of a request or response body, if it has one. */
const jsonOf = (content: OperationObject['responses'][string]['content'] | undefined): Content =>
  content?.['application/json'] ?? { schema: {}, examples: {} };

/** One endpoint of the OpenAPI document: request, response, and every error with an example. */
export function Operation({ method, path, operation, curl }: Props) {
  const { responses, requestBody } = operation;
  const served = jsonOf(responses['200']?.content);
  const query = queryRows(operation.parameters);
  const refused = Object.entries(responses).filter(([status]) => status !== '200');
  return (
    <section aria-labelledby={operation.operationId} className="mb-8 min-w-0 rounded border bg-surface">
      <header className="border-b p-4">
        <h2 id={operation.operationId} className="wrap-anywhere font-semibold text-base">
          <code>
            {method.toUpperCase()} {path}
          </code>
        </h2>
        <p className="mt-1 max-w-prose text-muted">
          {operation.summary}. {operation.description}
        </p>
      </header>
      <div className="flex min-w-0 flex-col gap-6 p-4">
        <Part title="Call it">
          <OriginCode label={`curl for ${operation.summary}`} code={curl} />
        </Part>
        {query.length > 0 && (
          <Part title="Query">
            <Fields label={`Query of ${path}`} rows={query} />
          </Part>
        )}
        {requestBody !== undefined && (
          <Part title="Body">
            <p className="mb-2 text-muted">{requestBody.description}</p>
            <Fields label={`Body of ${path}`} rows={schemaRows(jsonOf(requestBody.content).schema)} />
          </Part>
        )}
        <Part title="200">
          <Fields label={`Response of ${path}`} rows={schemaRows(served.schema)} />
          <Examples content={served} />
        </Part>
        <Part title="Refusals">
          <ul className="flex flex-col">
            {refused.map(([status, response]) => (
              <li key={status} className="border-b py-2 last:border-b-0">
                <details>
                  <summary className="min-h-6 rounded-inner">
                    <code className="mr-3 font-semibold">{status}</code>
                    {Object.keys(jsonOf(response.content).examples ?? {}).map((code) => (
                      <code key={code} className="mr-3 text-xs">
                        {code}
                      </code>
                    ))}
                    <span className="block text-muted text-xs">{response.description}</span>
                  </summary>
                  <p className="my-2 text-muted text-xs">
                    Headers: {Object.keys(response.headers ?? {}).join(', ')}
                  </p>
                  <Examples content={jsonOf(response.content)} />
                </details>
              </li>
            ))}
          </ul>
        </Part>
      </div>
    </section>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-2 font-semibold text-sm">{title}</h3>
      {children}
    </div>
  );
}

function Fields({ label, rows }: { label: string; rows: readonly SchemaRow[] }) {
  return (
    <div className="rounded border">
      <Table label={label} isStacked>
        <thead>
          <tr>
            <Head>Field</Head>
            <Head>Type</Head>
            <Head>Rule</Head>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ path, type, isRequired, note }) => (
            <Row key={path}>
              <Cell label="Field">
                <code className="wrap-anywhere text-xs">{path}</code>
              </Cell>
              <Cell label="Type" className="max-w-60 whitespace-normal text-xs">
                {type}
              </Cell>
              <Cell label="Rule" className="whitespace-normal text-muted text-xs">
                {isRequired ? '' : 'Optional. '}
                {note}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function Examples({ content }: { content: Content }) {
  return Object.entries(content.examples ?? {}).map(([name, { summary, value }]) => (
    <div key={name} className="mt-2 min-w-0">
      <CodeBlock label={`Example: ${summary ?? name}`} code={JSON.stringify(value, null, 2)} />
    </div>
  ));
}
