import { createHash } from 'node:crypto';
import type { Parts } from '@/lib/contract/parts';

/** 48 bits: one change in 10^14 would go unnoticed until the next one. */
const TAG_CHARS = 8;

const tagOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, TAG_CHARS);

/**
 * The entity tag of a value in parts: a short hash of each, so that it also says which parts a client has. Weak (RFC 9110,
 * section 8.8.3), because values that differ only by the time of the read have the same.
 */
export const entityTag = ({ rest, blocks }: Parts<unknown, unknown>): string =>
  `W/"${[rest, ...blocks].map(tagOf).join('.')}"`;

/** The hashes of the blocks in an entity tag; none if it is not one of these. */
export const blockTagsOf = (etag: string): string[] =>
  /^W\/"([\w.-]+)"$/.exec(etag)?.[1]?.split('.').slice(1) ?? [];
