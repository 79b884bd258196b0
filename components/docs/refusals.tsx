import type { OpenApiOperation } from '@/lib/contract/openapi/operation-object';
import { Example } from './example';
import { Prose } from './prose';

/** What an operation refuses, by status: the codes, the reason, and when opened the headers and an example of each code. */
export function Refusals({ responses }: { responses: OpenApiOperation['responses'] }) {
  const refused = Object.entries(responses).filter(([status]) => status !== '200' && status !== 'default');
  return (
    <ul className="flex flex-col border-t">
      {refused.map(([status, { description, headers, content }]) => {
        const examples = Object.entries(content['application/json']?.examples ?? {});
        return (
          <li key={status} className="border-b py-2">
            <details>
              <summary className="min-h-6 rounded-inner">
                <code translate="no" className="mr-3 font-semibold">
                  {status}
                </code>
                {examples.map(([code]) => (
                  <code key={code} translate="no" className="mr-3 text-xs">
                    {code}
                  </code>
                ))}
                <span className="block text-muted text-xs">
                  <Prose text={description} />
                </span>
              </summary>
              <p className="my-2 text-muted text-xs">
                <span>Headers: </span>
                <span translate="no">{Object.keys(headers ?? {}).join(', ')}</span>
              </p>
              {examples.map(([code, { value }]) => (
                <Example key={code} value={value} />
              ))}
            </details>
          </li>
        );
      })}
    </ul>
  );
}
