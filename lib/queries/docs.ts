import { queryOptions } from '@tanstack/react-query';
import { docsPath } from '@/lib/contract/paths';

type Document = {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { operationId: string; summary: string }>>>
  >;
};

/** The pages of the API reference about an operation, from the document that programs get. */
export const apiPagesQuery = queryOptions({
  queryKey: ['API reference'],
  queryFn: async ({ signal }) => {
    const document: Document = await (await fetch('/api/openapi.json', { signal })).json();
    return Object.entries(document.paths).flatMap(([path, byMethod]) =>
      Object.entries(byMethod).map(([method, { operationId, summary }]) => ({
        href: docsPath(operationId),
        label: `${summary}: ${method.toUpperCase()} ${path}`,
      })),
    );
  },
  staleTime: Number.POSITIVE_INFINITY,
});
