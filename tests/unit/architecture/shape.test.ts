import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cycles, folderGraph, importGraph } from './graph';
import { projectSources } from './rules';

const LINES_MAX = 250;
const LINES_MEDIAN_MAX = 45;

const ROOT = new URL('../../..', import.meta.url).pathname;
const SOURCES = projectSources(ROOT);
const GRAPH = importGraph(SOURCES);
const source = (path: string, ...imported: string[]) => ({
  path: `${path}.ts`,
  text: imported.map((name) => `import type { X } from '@/${name}';`).join('\n'),
});

describe('imports', () => {
  it('have no cycles between files or sibling folders, types included', () => {
    expect([...(GRAPH.get('lib/domain/decide') ?? [])]).toContain('lib/domain/account');
    expect(cycles(GRAPH)).toEqual([]);
    expect(cycles(folderGraph(GRAPH))).toEqual([]);
  });

  it('a cycle of two files is found', () => {
    const graph = importGraph([source('lib/a', 'lib/b'), source('lib/b', 'lib/a')]);
    expect(cycles(graph)).toEqual(['lib/a → lib/b → lib/a']);
  });

  it('a cycle of three files beside an import that ends is found', () => {
    const first = source('lib/a', 'lib/d', 'lib/b');
    const graph = importGraph([first, source('lib/b', 'lib/c'), source('lib/c', 'lib/a'), source('lib/d')]);
    expect(cycles(graph)).toEqual(['lib/a → lib/b → lib/c → lib/a']);
  });

  it('a cycle of two folders without one of files is found', () => {
    const a = [source('lib/a/x', 'lib/b/x'), source('lib/a/y')];
    const graph = importGraph([...a, source('lib/b/x'), source('lib/b/y', 'lib/a/y')]);
    expect(cycles(graph)).toEqual([]);
    expect(cycles(folderGraph(graph))).toEqual(['lib/a → lib/b → lib/a']);
  });
});

describe('files are small', () => {
  const lines = SOURCES.map(({ path, text }) => ({ path, count: text.split('\n').length - 1 }));

  it(`none has more than ${LINES_MAX} lines`, () => {
    expect(lines.filter(({ count }) => count > LINES_MAX)).toEqual([]);
  });

  it(`half of them have at most ${LINES_MEDIAN_MAX}`, () => {
    const counts = lines.map(({ count }) => count).sort((a, b) => a - b);
    expect(counts[Math.floor(counts.length / 2)]).toBeLessThanOrEqual(LINES_MEDIAN_MAX);
  });
});

/** The names below a folder in the tree of lib/README.md; folders end with a slash. */
function namesInTree(top: string): string[] {
  const [, tree = ''] = /```\n([\s\S]*?)```/.exec(readFileSync(`${ROOT}lib/README.md`, 'utf8')) ?? [];
  const lines = tree.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`${top}/`));
  const end = lines.findIndex((line, at) => at > start && !line.startsWith(' '));
  const names = lines
    .slice(start + 1, end)
    .flatMap((line) => /^ {2}((?:[\w.-]+(?:\/ {0,2}|(?= )))+)/.exec(line)?.[1] ?? []);
  return names.flatMap((text) => text.split(/\s+/)).filter((name) => name !== '');
}

describe('the tree in lib/README.md', () => {
  const inFolder = (folder: string) =>
    readdirSync(ROOT + folder, { withFileTypes: true }).map((entry) =>
      entry.isDirectory() ? `${entry.name}/` : entry.name,
    );

  it.each(['lib', 'components'])('has every entry of %s', (folder) => {
    expect(namesInTree(folder).sort()).toEqual(
      inFolder(folder)
        .filter((name) => name !== 'README.md')
        .sort(),
    );
  });

  it('has only existing entries of app', () => {
    expect(namesInTree('app').length).toBeGreaterThan(2);
    expect(inFolder('app')).toEqual(expect.arrayContaining(namesInTree('app')));
  });
});
