import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../..', import.meta.url).pathname;

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
