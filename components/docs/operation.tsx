import type { Elements } from '@/components/ui/elements';
import { OriginCode } from '@/components/ui/origin-code';
import type { Operation as OperationObject } from '@/lib/contract/openapi/operation';
import { queryRows, schemaRows } from '@/lib/view/schema-rows';
import { Examples } from './examples';
import { Fields } from './fields';
import { Prose } from './prose';
import { Refusals } from './refusals';

type Content = OperationObject['responses'][string]['content'];
type Props = { method: string; path: string; operation: OperationObject; curl: string | null };

/** The schema and examples of a request or response body, if it has one. */
const jsonOf = (content: Content | undefined): Content[string] =>
  content?.['application/json'] ?? { schema: {}, examples: {} };

/** One operation of the OpenAPI document: request, response, and every error with an example. */
export function Operation({ method, path, operation, curl }: Props) {
  const { responses, requestBody } = operation;
  const served = jsonOf(responses['200']?.content);
  const fields = schemaRows(served.schema);
  const query = queryRows(operation.parameters);
  const name = `${method.toUpperCase()} ${path}`;
  return (
    <section
      aria-labelledby={operation.operationId}
      // Laid out when it comes near the screen: the page is some 20 000 px high and loads in parts, each a new layout.
      className="mb-8 min-w-0 rounded border bg-surface [contain-intrinsic-size:auto_1500px] [content-visibility:auto]"
    >
      <header className="border-b p-4">
        <h2 id={operation.operationId} className="wrap-anywhere scroll-mt-4 font-semibold text-base">
          <code translate="no">{name}</code>
        </h2>
        <p className="mt-1 max-w-prose text-muted">
          <span>{operation.summary}</span>. <Prose text={operation.description} />
        </p>
      </header>
      <div className="flex min-w-0 flex-col gap-6 p-4">
        {curl !== null && (
          <Part title="Call it">
            <OriginCode label={`curl for ${operation.summary}`} code={curl} />
          </Part>
        )}
        {query.length > 0 && (
          <Part title="Query">
            <Fields label={`Query of ${name}`} rows={query} />
          </Part>
        )}
        {requestBody !== undefined && (
          <Part title="Body">
            <p className="mb-2 text-muted">
              <Prose text={requestBody.description} />
            </p>
            <Fields label={`Body of ${name}`} rows={schemaRows(jsonOf(requestBody.content).schema)} />
          </Part>
        )}
        <Part title="200">
          {fields.length > 0 && <Fields label={`Response of ${name}`} rows={fields} />}
          <Examples examples={served.examples} />
        </Part>
        <Part title="Refusals">
          <Refusals responses={responses} />
        </Part>
      </div>
    </section>
  );
}

function Part({ title, children }: { title: string; children: Elements }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-2 font-semibold text-sm">{title}</h3>
      {children}
    </div>
  );
}
