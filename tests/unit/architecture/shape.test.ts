import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { circles, folderGraph, importGraph } from './graph';
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
  it('are really read', () => {
    expect([...(GRAPH.get('lib/domain/decide') ?? [])]).toContain('lib/domain/account');
  });

  it('make no circle of files, types included', () => {
    expect(circles(GRAPH)).toEqual([]);
  });

  it('make no circle of folders that stand side by side', () => {
    expect(circles(folderGraph(GRAPH))).toEqual([]);
  });
});

describe('a circle is found', () => {
  it('of two files', () => {
    const graph = importGraph([source('lib/a', 'lib/b'), source('lib/b', 'lib/a')]);
    expect(circles(graph)).toEqual(['lib/a → lib/b → lib/a']);
  });

  it('of three, beside a way that ends', () => {
    const ends = source('lib/a', 'lib/d', 'lib/b');
    const graph = importGraph([ends, source('lib/b', 'lib/c'), source('lib/c', 'lib/a'), source('lib/d')]);
    expect(circles(graph)).toEqual(['lib/a → lib/b → lib/c → lib/a']);
  });

  it('of two folders without one of files', () => {
    const all = [
      source('lib/a/x', 'lib/b/x'),
      source('lib/b/x'),
      source('lib/b/y', 'lib/a/y'),
      source('lib/a/y'),
    ];
    const graph = importGraph(all);
    expect(circles(graph)).toEqual([]);
    expect(circles(folderGraph(graph))).toEqual(['lib/a → lib/b → lib/a']);
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

/** The names under a line of the tree that lib/README.md draws: folders with their slash. */
function drawn(top: string): string[] {
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

  it.each(['lib', 'components'])('has what is in %s', (folder) => {
    expect(drawn(folder).sort()).toEqual(
      inFolder(folder)
        .filter((name) => name !== 'README.md')
        .sort(),
    );
  });

  it('has only what there is in app', () => {
    expect(drawn('app').length).toBeGreaterThan(2);
    expect(inFolder('app')).toEqual(expect.arrayContaining(drawn('app')));
  });
});
