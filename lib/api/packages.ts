import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What the build wrote of the releases (lib/build/releases.mjs). */
export type Releases = {
  readonly name: string;
  readonly latest: string;
  readonly versions: Readonly<Record<string, Release>>;
};
type Release = {
  /** When it was released, as ISO 8601. */
  readonly at: string;
  /** The package.json of its archive. */
  readonly manifest: object;
  readonly integrity: string;
  readonly shasum: string;
};

/** Reads the releases in a folder of the build; `appUrl` is the configured origin. */
export function packagesIn(folder: string, appUrl: string | undefined) {
  let read: Promise<Releases | null> | undefined;
  const releases = async (): Promise<Releases | null> =>
    readFile(join(folder, 'list.json'), 'utf8').then(JSON.parse, () => null);
  return {
    appUrl,
    /** `null` without a build. */
    releases: () => (read ??= releases()),
    /** The name must be one of `releases`. */
    archive: async (name: string) => new Uint8Array(await readFile(join(folder, name))),
  };
}
