import { ARCHIVE_PATH, PACKAGE_PATH } from '@/lib/contract/api-paths';
import { entityTag, hasTag, prefers } from '../negotiation';
import {
  type OpenOperation,
  type Operation,
  type OperationDeps,
  originOf,
  type ParsedRequest,
  type Reply,
} from '../operation';
import type { Releases } from '../packages';

/**
 * A read-only npm registry with one package, the client library (contract section 5): npm 12 installs nothing from the
 * address of an archive. Not in the OpenAPI document: package managers call it, not programs of bots.
 */

const KEPT_S = 300;
const YEAR_S = 31_536_000;

const JSON_TYPE = 'application/json';
/** The short form, which package managers ask for. Ours is short enough: both forms have the same members. */
const INSTALL_TYPE = 'application/vnd.npm.install-v1+json';

/** As registries answer. */
export const NO_PACKAGE: Reply = { status: 404, headers: {}, body: '{"error":"not_found"}' };

/**
 * The scheme and the host that the request named: package managers refuse archives of another host. Where the proxy in
 * front is not trusted to name the scheme, APP_URL does, if it has that host.
 */
function namedOrigin(received: ParsedRequest, appUrl: string | undefined): string {
  const origin = originOf(received);
  return appUrl !== undefined && new URL(appUrl).host === new URL(origin).host ? appUrl : origin;
}

const archiveName = (version: string) => `client-${version}.tgz`;

function packument({ name, latest, versions }: Releases, origin: string) {
  const released = Object.entries(versions);
  const times = released.map(([, { at }]) => at).sort();
  const modified = times.at(-1);
  return {
    name,
    'dist-tags': { latest },
    versions: Object.fromEntries(
      released.map(([version, { manifest, integrity, shasum }]) => {
        const tarball = `${origin}${PACKAGE_PATH}/-/${archiveName(version)}`;
        return [version, { ...manifest, dist: { tarball, integrity, shasum } }];
      }),
    ),
    modified,
    time: {
      created: times[0],
      modified,
      ...Object.fromEntries(released.map(([version, { at }]) => [version, at])),
    },
  };
}

async function readPackage({ packages }: OperationDeps, received: ParsedRequest): Promise<Reply> {
  const releases = await packages?.releases();
  if (packages === undefined || !releases) return NO_PACKAGE;
  const { headers } = received;
  const type = prefers(headers.accept, INSTALL_TYPE) ? INSTALL_TYPE : JSON_TYPE;
  const body = JSON.stringify(packument(releases, namedOrigin(received, packages.appUrl)));
  const tag = entityTag({ type, body });
  const kept = {
    'Content-Type': type,
    ETag: tag,
    'Cache-Control': `public, max-age=${KEPT_S}`,
    // The addresses have the host that the request named: a shared cache must not give them to another host.
    Vary: 'Accept, X-Forwarded-Host, X-Forwarded-Proto',
  };
  return hasTag(headers['if-none-match'], tag)
    ? { status: 304, headers: kept, body: '' }
    : { status: 200, headers: kept, body };
}

async function readArchive({ packages }: OperationDeps, { params }: ParsedRequest): Promise<Reply> {
  const releases = await packages?.releases();
  const name = Object.keys(releases?.versions ?? {})
    .map(archiveName)
    .find((each) => each === params.archive);
  if (packages === undefined || name === undefined) return NO_PACKAGE;
  return {
    status: 200,
    headers: { 'Content-Type': 'application/gzip', 'Cache-Control': `public, max-age=${YEAR_S}, immutable` },
    body: await packages.archive(name),
  };
}

const COMMON = {
  method: 'GET',
  auth: 'public',
  isCounted: false,
  errors: [],
  response: { description: 'What npm registries answer.', content: {} },
} as const;

export const packageOperation: Operation = {
  ...COMMON,
  path: PACKAGE_PATH,
  handle: readPackage,
} satisfies OpenOperation;

export const archiveOperation: Operation = {
  ...COMMON,
  path: ARCHIVE_PATH,
  handle: readArchive,
} satisfies OpenOperation;
