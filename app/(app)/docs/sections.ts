import type { DocsGroup } from '@/components/docs/contents';
import { OPERATIONS } from '@/lib/api/operations/list';
import { dereferenced, openApiDocument } from '@/lib/contract/openapi/openapi';
import type { OpenApiOperation } from '@/lib/contract/openapi/operation-object';
import type { OperationContract } from '@/lib/contract/operation-contract';
import { docsPath, paths } from '@/lib/contract/paths';
import { GUIDES } from '@/lib/view/navigation';

/** The same document that programs get at /api/openapi.json. */
export const DOCUMENT = dereferenced(openApiDocument(OPERATIONS));

export type DocumentedOperation = {
  readonly contract: OperationContract;
  readonly operation: OpenApiOperation;
};

const documented: readonly DocumentedOperation[] = OPERATIONS.flatMap((contract) => {
  const operation = DOCUMENT.paths[contract.path]?.[contract.method.toLowerCase()];
  return operation === undefined ? [] : [{ contract, operation }];
});

/** The operation that has the page /docs/{section}; `undefined` if none has. */
export const operationAt = (section: string): DocumentedOperation | undefined =>
  documented.find(({ operation }) => docsPath(operation.operationId) === `${paths.docs}/${section}`);

/** The pages of the API reference, in the order of the contents. */
export const GROUPS: readonly DocsGroup[] = [
  { title: 'Start', pages: GUIDES.slice(0, 4) },
  ...[...new Set(documented.map(({ operation }) => operation.tags[0] ?? ''))].map((tag) => ({
    title: tag,
    pages: documented
      .filter(({ operation }) => operation.tags[0] === tag)
      .map(({ contract: { method }, operation: { operationId, summary } }) => ({
        href: docsPath(operationId),
        label: summary,
        method,
      })),
  })),
  { title: 'Webhooks', pages: GUIDES.slice(4) },
];
