import type { Operation } from '@/lib/contract/openapi/operation';
import { type Markup, markup } from '@/lib/view/markup';
import { writtenExamples } from './examples';
import { writtenProse } from './prose';

type Response = Operation['responses'][string];
type Props = { responses: Operation['responses'] };

/** What an operation refuses, by status: the codes, the reason, and when opened the headers and an example of each code. */
export function Refusals({ responses }: Props) {
  const refused = Object.entries(responses).filter(([status]) => status !== '200' && status !== 'default');
  return (
    <ul
      className="flex flex-col"
      // One text, because the page has many examples, and a browser would make components of all when it loads.
      // biome-ignore lint/security/noDangerouslySetInnerHtml: all texts in a Markup are escaped
      dangerouslySetInnerHTML={markup`${refused.map(refusal)}`}
    />
  );
}

function refusal([status, { description, headers, content }]: [string, Response]): Markup {
  const examples = content['application/json']?.examples;
  return markup`<li class="border-b py-2 last:border-b-0"><details>
<summary class="min-h-6 rounded-inner"><code translate="no" class="mr-3 font-semibold">${status}</code>
${Object.keys(examples ?? {}).map((code) => markup`<code translate="no" class="mr-3 text-xs">${code}</code>`)}
<span class="block text-muted text-xs">${writtenProse(description)}</span></summary>
<p class="my-2 text-muted text-xs">Headers: ${Object.keys(headers ?? {}).join(', ')}</p>
${writtenExamples(examples)}
</details></li>`;
}
