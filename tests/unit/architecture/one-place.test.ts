import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '@/lib/api/operations/list';
import { endpointsOf } from '@/lib/client/options';
import { projectSources, type Source } from './sources';

const ROOT = new URL('../../..', import.meta.url).pathname;

/** Whether a source has a text outside its comments. */
function hasInCode({ path, text }: Source, part: string): boolean {
  if (!text.includes(part)) return false;
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const has = (node: ts.Node): boolean =>
    ts.isToken(node) ? node.getText().includes(part) : node.getChildren().some(has);
  return has(tree);
}

describe('a path of the API', () => {
  it.each([...new Set(OPERATIONS.map(({ path }) => path))])('%s is written in one file', (path) => {
    // The client library is a separate package and imports nothing of the service.
    const sources = projectSources(ROOT).filter((source) => !source.path.startsWith('lib/client/'));
    const files = sources.filter((source) => hasInCode(source, path)).map((source) => source.path);
    expect(files).toEqual([expect.stringMatching(/^lib\/(api\/operations|contract)\//)]);
  });

  it('of the client library is one of the service', () => {
    const { report, usage, heartbeat, bots } = endpointsOf('http://localhost') ?? {};
    for (const [method, url] of [
      ['POST', report],
      ['GET', usage],
      ['POST', heartbeat],
      ['GET', `${bots}/{botId}/history`],
      ['GET', `${bots}/{botId}/analytics`],
    ]) {
      expect(OPERATIONS.map((e) => [e.method, `http://localhost${e.path}`])).toContainEqual([method, url]);
    }
  });
});
