import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Reply } from './reply';

/** Off the event loop. */
const compress = promisify(gzip);
/** A shorter body fits into one packet anyway. */
const COMPRESSED_FROM_CHARS = 1_024;

/** Whether the client accepts this content coding by its `Accept-Encoding` (RFC 9110, section 12.5.3). */
export function acceptsCoding(wanted: 'br' | 'gzip', field: string | string[] | null | undefined): boolean {
  return String(field ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.split(';').map((part) => part.trim()))
    .some(([name, ...parameters]) => name === wanted && !parameters.some((p) => /^q=0(?:\.0*)?$/.test(p)));
}

/** The reply, compressed if it is long and the client accepts it. */
export async function gzipped(reply: Reply, acceptEncoding: string | null): Promise<Reply> {
  const headers = { ...reply.headers, Vary: 'Accept-Encoding' };
  if (reply.body.length < COMPRESSED_FROM_CHARS || !acceptsCoding('gzip', acceptEncoding))
    return { ...reply, headers };
  return { ...reply, headers: { ...headers, 'Content-Encoding': 'gzip' }, body: await compress(reply.body) };
}
