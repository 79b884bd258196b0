import { describe, expect, it } from 'vitest';
import { endpointsOf } from '@/lib/client/options';
import { ENDPOINTS } from '@/lib/http/endpoints/list';
import { projectSources } from './rules';

const ROOT = new URL('../../..', import.meta.url).pathname;

describe('a path of the API', () => {
  it.each([...new Set(ENDPOINTS.map(({ path }) => path))])('%s is spelled in one file', (path) => {
    // The client library is a package of its own and imports nothing of the service.
    const sources = projectSources(ROOT).filter((source) => !source.path.startsWith('lib/client/'));
    const files = sources.filter(({ text }) => text.includes(path)).map((source) => source.path);
    expect(files).toEqual([expect.stringMatching(/^lib\/(http\/endpoints|contract)\//)]);
  });

  it('that the client library calls is one of the service', () => {
    const { report, usage } = endpointsOf('http://localhost') ?? {};
    for (const [method, url] of [
      ['POST', report],
      ['GET', usage],
    ]) {
      expect(ENDPOINTS.map((e) => [e.method, `http://localhost${e.path}`])).toContainEqual([method, url]);
    }
  });
});
