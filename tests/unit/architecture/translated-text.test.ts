import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { fragileTexts } from './jsx-text';
import { projectSources } from './sources';

const ROOT = new URL('../../..', import.meta.url).pathname;

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.ReactJSX,
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
  paths: { '@/*': [`${ROOT}*`] },
};

describe('a page that the browser translates', () => {
  it('has no text that React would lose: it is alone in an element, or never changes and nothing before it does', () => {
    const paths = projectSources(ROOT)
      .map(({ path }) => path)
      // Next gives the root layout an element, which its type does not say.
      .filter((path) => /^(app|components)\/.*\.tsx$/.test(path) && path !== 'app/layout.tsx')
      .map((path) => ROOT + path);
    expect(paths.length).toBeGreaterThan(100);
    const program = ts.createProgram(paths, OPTIONS);
    const checked = new Set(paths);
    const faults = fragileTexts(program, (path) => checked.has(path));
    expect(faults.map((fault) => fault.replace(ROOT, ''))).toEqual([]);
  });
});
