import { createHash } from 'node:crypto';

/** 96 bits. */
const TAG_CHARS = 16;

/**
 * The entity tag of a version. Weak (RFC 9110, section 8.8.3), because responses that differ only by the time of the read
 * have the same.
 */
export const entityTag = (version: object): string =>
  `W/"${createHash('sha256').update(JSON.stringify(version)).digest('base64url').slice(0, TAG_CHARS)}"`;
