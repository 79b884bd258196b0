import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './ensure-built.mjs';
import { makeImage } from './image.mjs';
import { ROOT } from './project.mjs';

/**
 * Same input, same bytes: names in order, one time, no users, and the modes that any umask leaves. GNU tar and gzip do all of
 * it; a library for archives would add ten packages.
 */
const TAR = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'];

/**
 * The time of all files, in seconds: that of the commit, or SOURCE_DATE_EPOCH (reproducible-builds.org). Not always the same one:
 * the ETag of a file is made of its size and time, and must differ between two versions.
 */
function fileTime() {
  const { SOURCE_DATE_EPOCH: given } = process.env;
  if (given !== undefined) return given;
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, encoding: 'utf8' });
  return stdout?.trim() || '0';
}

/**
 * Writes `botmeter-<version>-linux-<arch>.tar.gz` into `folder`: the files of the container image, a script that runs them, and
 * how to operate them. Returns its path.
 * @param {string} folder
 */
export async function makePackage(folder) {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const name = `botmeter-${version}`;
  const archive = join(folder, `${name}-linux-${process.arch}.tar.gz`);
  const partial = mkdtempSync(join(tmpdir(), 'botmeter-package-'));
  try {
    const tree = join(partial, name);
    await makeImage(tree);
    cpSync(join(ROOT, 'lib', 'deploy'), join(tree, 'lib', 'deploy'), { recursive: true });
    cpSync(join(ROOT, 'lib', 'build', 'botmeter.sh'), join(tree, 'botmeter'));
    chmodSync(join(tree, 'botmeter'), 0o755);
    mkdirSync(folder, { recursive: true });
    const compress = '--use-compress-program=gzip -9n';
    const packed = spawnSync(
      'tar',
      [...TAR, `--mtime=@${fileTime()}`, compress, '-cf', archive, '-C', partial, name],
      {
        encoding: 'utf8',
      },
    );
    if (packed.status !== 0)
      throw new Error(`The archive needs GNU tar and gzip: ${packed.error ?? packed.stderr}`);
  } finally {
    rmSync(partial, { recursive: true });
  }
  return archive;
}

/** `npm run package [-- FOLDER]` */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    if (process.platform !== 'linux') throw new Error('The archive is made on Linux, for Linux.');
    await ensureBuilt();
    process.stdout.write(`${await makePackage(resolve(process.argv[2] ?? ROOT))}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
