import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import client from '@/lib/client/package.json';

export const dynamic = 'force-dynamic';

const YEAR_SECONDS = 31_536_000;

/** The client library as an npm archive: `/client-<version>.tgz` is immutable; `/client.tgz` redirects to the newest. */
export async function GET(_: Request, { params }: { params: Promise<{ version: string }> }) {
  const { version } = await params;
  if (version === 'newest') {
    return new Response(null, { status: 302, headers: { Location: `/client-${client.version}.tgz` } });
  }
  if (version !== client.version) return new Response('There is no such version.\n', { status: 404 });
  const archive = await readFile(join(process.cwd(), 'dist', 'client', `client-${version}.tgz`));
  return new Response(new Uint8Array(archive), {
    headers: {
      'Content-Type': 'application/gzip',
      'Cache-Control': `public, max-age=${YEAR_SECONDS}, immutable`,
    },
  });
}
