import { posix } from 'node:path';
import ts from 'typescript';
import { importsOf, type Source } from './rules';

/** Which source imports which, by path without extension. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** The sources and their imports of each other, types included. */
export function importGraph(sources: readonly Source[]): Graph {
  const stemOf = ({ path }: Source) => path.replace(/\.\w+$/, '');
  const stems = new Set(sources.map(stemOf));
  return new Map(
    sources.map((source) => {
      const tree = ts.createSourceFile(source.path, source.text, ts.ScriptTarget.Latest, true);
      const imported = importsOf(tree, stemOf(source)).map((name) =>
        stems.has(`${name}/index`) ? `${name}/index` : name,
      );
      return [stemOf(source), new Set(imported.filter((name) => stems.has(name)))];
    }),
  );
}

/** The same between folders, without imports between a folder and one inside it. */
export function folderGraph(graph: Graph): Graph {
  const folders = new Map<string, Set<string>>();
  for (const [from, imported] of graph) {
    const folder = posix.dirname(from);
    const all = folders.get(folder) ?? new Set();
    for (const to of [...imported].map((path) => posix.dirname(path))) {
      if (!`${to}/`.startsWith(`${folder}/`) && !`${folder}/`.startsWith(`${to}/`)) all.add(to);
    }
    folders.set(folder, all);
  }
  return folders;
}

/** Import cycles: at least one if there is any. */
export function cycles(graph: Graph): string[] {
  const found: string[] = [];
  const finished = new Set<string>();
  const walk = (node: string, path: readonly string[]): void => {
    const start = path.indexOf(node);
    if (start >= 0) found.push([...path.slice(start), node].join(' → '));
    if (start >= 0 || finished.has(node)) return;
    for (const next of graph.get(node) ?? []) walk(next, [...path, node]);
    finished.add(node);
  };
  for (const node of graph.keys()) walk(node, []);
  return found;
}
