import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

export type Source = { readonly path: string; readonly text: string };

const SOURCE_FILE = /\.[cm]?[jt]sx?$/;

/** The sources of app, components and lib, and those that Next needs at the top. */
export function projectSources(root: string): Source[] {
  const inFolders = ['app', 'components', 'lib'].flatMap((folder) =>
    readdirSync(posix.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
      .filter((path) => SOURCE_FILE.test(path)),
  );
  return [...inFolders, 'proxy.ts', 'instrumentation.ts'].map((path) => ({
    path,
    text: readFileSync(posix.join(root, path), 'utf8'),
  }));
}
