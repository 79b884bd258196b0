import type { Operation } from '@/lib/contract/openapi/operation';
import { type Markup, markup } from '@/lib/view/markup';

type Props = { examples: Operation['responses'][string]['content'][string]['examples'] | undefined };

/** The examples of a response. */
export function Examples({ examples }: Props) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: all texts in a Markup are escaped
  return <div dangerouslySetInnerHTML={writtenExamples(examples)} />;
}

/** The same as markup. */
export const writtenExamples = (examples: Props['examples']): Markup =>
  markup`${Object.values(examples ?? {}).map(({ value }) => example(JSON.stringify(value, null, 2)))}`;

const example = (json: string): Markup =>
  markup`<pre translate="no" class="wrap-anywhere mt-2 whitespace-pre-wrap rounded border bg-inset px-3 py-2 text-xs leading-6">${json}</pre>`;
