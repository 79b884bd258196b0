import { expect, it } from 'vitest';
import { OPERATIONS } from '@/lib/api/operations/list';
import { dereferenced, openApiDocument } from '@/lib/contract/openapi/openapi';
import { docsPath, paths } from '@/lib/contract/paths';
import { queryRows, schemaRows } from '@/lib/view/schema-rows';
import { onOneServer } from '../../support/process/api-server';

/** The API reference: a page for each operation, with all that the OpenAPI document says of it. */

const DOCUMENT = dereferenced(openApiDocument(OPERATIONS));
const DOCUMENTED = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

onOneServer((api) => {
  const textOf = async (path: string) => {
    const { status, text } = await api.send({ path, headers: { Accept: 'text/html' } });
    expect(status, path).toBe(200);
    return text;
  };

  it('leads to a page for each operation, which names its fields, its errors and whether it counts', async () => {
    const contents = await textOf(paths.docs);
    for (const { path, method, operation } of DOCUMENTED) {
      const { operationId, parameters, requestBody, responses } = operation;
      expect(contents).toContain(`href="${docsPath(operationId)}"`);
      const text = await textOf(docsPath(operationId));
      const schemas = [requestBody?.content, responses['200']?.content].map(
        (content) => content?.['application/json']?.schema ?? {},
      );
      const fields = [...queryRows(parameters), ...schemas.flatMap((schema) => schemaRows(schema))];
      const codes = Object.values(responses).flatMap(({ content }) =>
        Object.keys(content?.['application/json']?.examples ?? {}),
      );
      const isCounted = OPERATIONS.find((one) => one.path === path && one.method === method)?.isCounted;
      const words = [`${method} ${path}`, ...fields.map((field) => field.path), ...codes];
      words.push(isCounted ? 'Counts as one call' : 'Never counted');
      expect(
        words.filter((word) => !text.includes(word)),
        operationId,
      ).toEqual([]);
      // What a reader without scripts waits for: all operations on one page were 867 kB.
      expect(text.length, operationId).toBeLessThan(200_000);
    }
  });

  it('has no page for another name', async () => {
    for (const section of ['no-such-section', 'constructor', 'reportStats']) {
      const { status } = await api.send({
        path: `${paths.docs}/${section}`,
        headers: { Accept: 'text/html' },
      });
      expect(status, section).toBe(404);
    }
  });
});
