import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Reply } from './operation';

/** Off the event loop. */
const compress = promisify(gzip);
/** A shorter body fits into one packet anyway. */
const COMPRESSED_FROM_CHARS = 1_024;

/** Whether the client accepts this content coding by its `Accept-Encoding` (RFC 9110, section 12.5.3). */
export function acceptsCoding(wanted: 'br' | 'gzip', field: string | string[] | undefined): boolean {
  return String(field ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.split(';').map((part) => part.trim()))
    .some(([name, ...parameters]) => name === wanted && !parameters.some((p) => /^q=0(?:\.0*)?$/.test(p)));
}

/** The reply, compressed if it is long and the client accepts it. */
export async function gzipped(reply: Reply, acceptEncoding: string | undefined): Promise<Reply> {
  const headers = { ...reply.headers, Vary: 'Accept-Encoding' };
  if (reply.body.length < COMPRESSED_FROM_CHARS || !acceptsCoding('gzip', acceptEncoding))
    return { ...reply, headers };
  return { ...reply, headers: { ...headers, 'Content-Encoding': 'gzip' }, body: await compress(reply.body) };
}

/** 96 bits. */
const TAG_CHARS = 16;

/**
 * The entity tag of a version. Weak (RFC 9110, section 8.8.3), because responses that differ only by the time of the read
 * have the same.
 */
export const entityTag = (version: object): string =>
  `W/"${createHash('sha256').update(JSON.stringify(version)).digest('base64url').slice(0, TAG_CHARS)}"`;

/** Whether an `If-None-Match` field names a version (RFC 9110, section 13.1.2). */
export const hasTag = (field: string | undefined, tag: string): boolean =>
  field?.split(',').some((each) => ['*', tag, tag.slice('W/'.length)].includes(each.trim())) === true;

/** Whether `Accept` names a type, and does not prefer JSON to it. */
export function prefers(accept: string | undefined, type: string): boolean {
  const weights = new Map((accept ?? '').toLowerCase().split(',').map(mediaRange));
  const weight = weights.get(type) ?? 0;
  return weight > 0 && weight >= (weights.get('application/json') ?? 0);
}

/** A media range with its weight (RFC 9110, section 12.4.2). */
function mediaRange(text: string): [type: string, weight: number] {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return [type, weight === undefined ? 1 : Number(weight) || 0];
}
