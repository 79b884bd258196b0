import { readFile } from 'node:fs/promises';
import { archivePath, builtWheel } from '@/app/download/wheel';
import client from '@/lib/client/package.json';

export const dynamic = 'force-dynamic';

const YEAR_SECONDS = 31_536_000;
const NEWEST_CLIENT = `client-${client.version}.tgz`;

/**
 * The client libraries: `client-<version>.tgz` for npm and a wheel for pip, both immutable; `client.tgz` redirects to the
 * newest. pip reads the version from the name of a wheel, so that there can be no name for the newest.
 */
export async function GET(_: Request, { params }: { params: Promise<{ file: string }> }) {
  const { file } = await params;
  if (file === 'client.tgz')
    return new Response(null, { status: 302, headers: { Location: `/${NEWEST_CLIENT}` } });
  const isWheel = file === (await builtWheel())?.name;
  if (!isWheel && file !== NEWEST_CLIENT) return new Response('There is no such version.\n', { status: 404 });
  return new Response(new Uint8Array(await readFile(archivePath(file))), {
    headers: {
      'Content-Type': isWheel ? 'application/zip' : 'application/gzip',
      'Cache-Control': `public, max-age=${YEAR_SECONDS}, immutable`,
    },
  });
}
