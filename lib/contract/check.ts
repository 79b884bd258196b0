import type { z } from 'zod';
import { notObject } from './came';

/**
 * One invalid field of a body or query. `path` is the field, `''` for the body itself (contract section 5,
 * `details.issues`).
 */
export type Issue = { readonly path: string; readonly message: string };

export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** By field: names under which it is sent by mistake. A closed list, so that a message can repeat them. */
export type OtherNames = Readonly<Record<string, readonly string[]>>;

/** Validates a parsed JSON object: one issue per invalid field, in the order of the schema. */
export function checkObject<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  otherNames: OtherNames = {},
): Checked<z.output<Schema>> {
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
): Checked<z.output<Schema>> {
  return checkObject(schema, Object.fromEntries(new URLSearchParams(query)));
}

/** All issues as one sentence: "serverCount is missing: …; userCount must be …." `whole` names what has an empty path. */
export function sentenceOf(issues: readonly Issue[], whole: string): string {
  const clauses = issues.map(({ path, message }) => {
    const predicate = message.charAt(0).toLowerCase() + message.slice(1).replace(/\.$/, '');
    return `${path || whole} ${predicate}`;
  });
  return `${clauses.join('; ')}.`;
}
