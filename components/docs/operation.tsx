import { CodeBlock } from '@/components/ui/code-block';
import { OriginCode } from '@/components/ui/origin-code';
import type { Operation as OperationObject } from '@/lib/contract/openapi/operation';
import { queryRows, schemaRows } from '@/lib/view/schema-rows';
import { Fields } from './fields';
import { Prose } from './prose';

type Content = OperationObject['responses'][string]['content'][string];

type Props = { method: string; path: string; operation: OperationObject; curl: string };

/** The schema and examples of a request or response body, if it has one. */
const jsonOf = (content: OperationObject['responses'][string]['content'] | undefined): Content =>
  content?.['application/json'] ?? { schema: {}, examples: {} };

/** One endpoint of the OpenAPI document: request, response, and every error with an example. */
export function Operation({ method, path, operation, curl }: Props) {
  const { responses, requestBody } = operation;
  const served = jsonOf(responses['200']?.content);
  const fields = schemaRows(served.schema);
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
          {operation.summary}. <Prose text={operation.description} />
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
            <p className="mb-2 text-muted">
              <Prose text={requestBody.description} />
            </p>
            <Fields label={`Body of ${path}`} rows={schemaRows(jsonOf(requestBody.content).schema)} />
          </Part>
        )}
        <Part title="200">
          {fields.length > 0 && <Fields label={`Response of ${path}`} rows={fields} />}
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
                    <span className="block text-muted text-xs">
                      <Prose text={response.description} />
                    </span>
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

function Examples({ content }: { content: Content }) {
  return Object.entries(content.examples ?? {}).map(([name, { summary, value }]) => (
    <div key={name} className="mt-2 min-w-0">
      <CodeBlock label={`Example: ${summary ?? name}`} code={JSON.stringify(value, null, 2)} />
    </div>
  ));
}
