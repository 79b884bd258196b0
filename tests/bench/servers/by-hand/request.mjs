import { createHash } from 'node:crypto';

const BEARER = /^Bearer (btm_[0-9A-Za-z]{38})$/;
const SNOWFLAKE = /^[1-9][0-9]{16,19}$/;

/** The hash of the request's key, or `null`. */
export function keyHashOf(/** @type {string | undefined} */ authorization) {
  const key = BEARER.exec(authorization ?? '')?.[1];
  return key === undefined ? null : createHash('sha256').update(key).digest('hex');
}

/** @typedef {{ botId: string, serverCount: number, userCount: number, shardCount: number }} Report */

const isCount = (/** @type {unknown} */ value, /** @type {number} */ min, /** @type {number} */ max) =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max;

/** Validates a parsed body by contract section 3; `null` when it is not a report. */
export function checkedReport(/** @type {any} */ body) {
  if (typeof body !== 'object' || body === null) return null;
  const { botId, serverCount, userCount, shardCount = 1 } = body;
  const isReport =
    typeof botId === 'string' &&
    SNOWFLAKE.test(botId) &&
    isCount(serverCount, 0, 10_000_000) &&
    isCount(userCount, 0, 10_000_000_000) &&
    isCount(shardCount, 1, 100_000);
  return isReport ? /** @type {Report} */ ({ botId, serverCount, userCount, shardCount }) : null;
}
