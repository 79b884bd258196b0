import type { z } from 'zod';

/**
 * One invalid field of a body or query. `path` is the field, `''` for the body itself (contract section 5,
 * `details.issues`).
 */
export type Issue = { readonly path: string; readonly message: string };

export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** Validates a parsed JSON object: one issue per invalid field, in the order of the schema. */
export function checkObject<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): Checked<z.output<Schema>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, issues: [{ path: '', message: 'Must be a JSON object.' }] };
  }
  const result = schema.safeParse(value);
  if (result.success) return { ok: true, value: result.data };
  // A number can break several rules of its field; only one issue is reported.
  const byPath = new Map(result.error.issues.map((i) => [i.path.join('.'), i.message]));
  return { ok: false, issues: [...byPath].map(([path, message]) => ({ path, message })) };
}

/** Validates a query string, with or without `?`. The last of repeated parameters wins, as in JSON. */
export function checkQuery<Schema extends z.ZodType>(
  schema: Schema,
  query: string,
): Checked<z.output<Schema>> {
  return checkObject(schema, Object.fromEntries(new URLSearchParams(query)));
}
