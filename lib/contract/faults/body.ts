import type { z } from 'zod';
import { isSnowflake } from '@/lib/domain/reports/report';
import { hiddenAt } from '@/lib/domain/text/hidden-characters';

/**
 * What was received in place of a valid value, as the end of a sentence: its type, length and form, never the value itself,
 * because people paste keys into the wrong field (contract section 5).
 */

/** What languages make of a variable without a value. */
export const NO_VALUE = /^(?:undefined|null|none|nil|nan|\[object \w+\])$/i;

/** An example that was not replaced, or a variable that was not filled in. */
export const PLACEHOLDER =
  /^[<{[$%]|your|bot[ _-]?id|client[ _-]?id|api[ _-]?key|example|^x{3,}$|^\.+$|^(?:btm_)?(?:…|\.{3})$/i;

/** `1 character`, `42 characters`. */
export const charactersOf = ({ length }: string): string =>
  `${length} ${length === 1 ? 'character' : 'characters'}`;

/** In place of a whole number of at least `min`. */
export function notCount(received: unknown, min: number): string {
  if (typeof received === 'string' && /^\s*[+-]?\d+\s*$/.test(received))
    return 'not a string: leave out its quotes';
  if (typeof received !== 'number') return notType(received);
  if (Number.isNaN(received) || (Number.isFinite(received) && !Number.isInteger(received)))
    return 'not a fraction';
  if (received < min) return received < 0 ? 'not a negative number' : 'not a smaller number';
  return 'not a larger number';
}

/** In place of an object. */
function notObject(received: unknown): string {
  const isEncodedTwice = typeof received === 'string' && /^\s*\{/.test(received);
  return isEncodedTwice ? 'not a string: it was encoded as JSON twice' : notType(received);
}

/** In place of a bot's id as a string. */
export function notSnowflake(received: unknown): string {
  if (typeof received === 'number') return 'not a number, which loses digits: put it in quotes';
  return typeof received === 'string' ? notSnowflakeText(received) : notType(received);
}

function notType(received: unknown): string {
  if (received === null) return 'not null, which is also what JSON.stringify makes of NaN';
  if (received === '') return 'not an empty string';
  if (Array.isArray(received)) return 'not an array';
  return typeof received === 'object' ? 'not an object' : `not a ${typeof received}`;
}

function notSnowflakeText(text: string): string {
  if (text === '') return notType(text);
  const hidden = hiddenAt(text);
  if (hidden !== null) return `without the ${hidden}`;
  if (isSnowflake(text.replace(/\s/g, ''))) return 'without blanks';
  if (isSnowflake(text.replace(/^["'`]|["'`]$/g, ''))) return 'without quotes in it';
  if (/^<@!?\d+>$/.test(text)) return 'not a mention: leave out "<@" and ">"';
  if (NO_VALUE.test(text)) return 'not the text of a variable that has no value';
  if (text.startsWith('btm_')) return 'not an API key';
  if (PLACEHOLDER.test(text)) return "not a placeholder: put your bot's id there";
  if (!/^\d+$/.test(text)) return `not a text of ${charactersOf(text)}`;
  if (text.startsWith('0')) return 'not starting with 0';
  return text.length < 17 || text.length > 20 ? `not of ${text.length}` : 'not above 18446744073709551615';
}

/**
 * One invalid field of a body or query. `path` is the field, `''` for the body itself (contract section 5,
 * `details.issues`).
 */
export type Issue = { readonly path: string; readonly message: string };

export type CheckResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** By field: names under which it is sent by mistake. A closed list, so that a message can repeat them. */
export type OtherNames = Readonly<Record<string, readonly string[]>>;

/** Validates a parsed JSON object: one issue per invalid field, in the order of the schema. */
export function checkObject<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  otherNames: OtherNames = {},
): CheckResult<z.output<Schema>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, issues: [{ path: '', message: `Must be a JSON object, ${notObject(value)}.` }] };
  }
  const result = schema.safeParse(value);
  if (result.success) return { ok: true, value: result.data };
  // A number can break several rules of its field; only one issue is reported.
  const byPath = new Map(result.error.issues.map((i) => [i.path.join('.'), i.message]));
  const sentAs = (path: string) =>
    Object.hasOwn(value, path) ? undefined : otherNames[path]?.find((name) => Object.hasOwn(value, name));
  const issues = [...byPath].map(([path, message]) => {
    const name = sentAs(path);
    return { path, message: name === undefined ? message : `Is missing: rename "${name}" to "${path}".` };
  });
  return { ok: false, issues };
}

/** Validates a query string, with or without `?`. The last of repeated parameters wins, as in JSON. */
export function checkQuery<Schema extends z.ZodType>(
  schema: Schema,
  query: string,
): CheckResult<z.output<Schema>> {
  return checkObject(schema, Object.fromEntries(new URLSearchParams(query)));
}

/** All issues as one sentence: "serverCount is missing: …; userCount must be …." `whole` names what has an empty path. */
export function sentenceOf(issues: readonly Issue[], whole: string): string {
  const clauses = issues.map(({ path, message }) => {
    const predicate = message.charAt(0).toLowerCase() + message.slice(1).replace(/\.$/, '');
    // A sentence that names its field says it once.
    const isNamed = path !== '' && predicate.startsWith(`the ${path} `);
    return isNamed ? predicate : `${path || whole} ${predicate}`;
  });
  return `${clauses.join('; ')}.`;
}
