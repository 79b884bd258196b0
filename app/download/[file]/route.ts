import { readFile } from 'node:fs/promises';
import { LAST_CLIENT, releasePath, releases } from '@/app/download/releases';

export const dynamic = 'force-dynamic';

const YEAR_SECONDS = 31_536_000;
/** npm sends the hash that the lockfile has for the address that it requests. */
const LOCKED = 'pacote-integrity';

/**
 * The client libraries: every `client-<version>.tgz` for npm and every wheel for pip that was ever released, immutable.
 * `client.tgz` redirects to the last of them; to the one that a lockfile has, if npm names it: it writes the address that it was
 * given, so lockfiles hold `client.tgz` with the hash of a version. There is no wheel without a version: pip reads it from the name.
 */
export async function GET(request: Request, { params }: { params: Promise<{ file: string }> }) {
  const { file } = await params;
  const integrity = (await releases())?.integrity ?? {};
  if (file === 'client.tgz') {
    const locked = request.headers.get(LOCKED)?.split(/\s+/) ?? [];
    const isLocked = (name: string) => name.endsWith('.tgz') && locked.includes(integrity[name] ?? '');
    const name = Object.keys(integrity).find(isLocked) ?? LAST_CLIENT;
    const headers = { Location: `/${name}`, 'Cache-Control': 'no-store', Vary: LOCKED };
    return new Response(null, { status: 302, headers });
  }
  if (!Object.hasOwn(integrity, file)) return new Response('There is no such version.\n', { status: 404 });
  return new Response(new Uint8Array(await readFile(releasePath(file))), {
    headers: {
      'Content-Type': file.endsWith('.whl') ? 'application/zip' : 'application/gzip',
      'Cache-Control': `public, max-age=${YEAR_SECONDS}, immutable`,
    },
  });
}
