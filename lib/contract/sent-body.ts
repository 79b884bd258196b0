import { z } from 'zod';
import { REPORT_OTHER_NAMES, reportBody } from './report';

/**
 * What was sent as the body of a refused report, for the activity of its bot: the names of a report's fields and those that
 * are sent in their place by mistake, with types and lengths. Never a value, and no other name: people paste keys there.
 */

/** By name: the field that is meant by it. */
const MEANT = new Map([
  ...Object.keys(reportBody.shape).map((name) => [name, name] as const),
  ...Object.entries(REPORT_OTHER_NAMES).flatMap(([field, names]) =>
    names.map((name) => [name, field] as const),
  ),
]);
/** `length` of a string or an array. */
const SENT = {
  type: z.enum(['string', 'number', 'boolean', 'null', 'array', 'object']),
  length: z.int().min(0).nullable(),
};
const sentBody = z.object({
  ...SENT,
  fields: z.array(
    z
      .object({ ...SENT, name: z.enum([...MEANT.keys()]) })
      .transform((field) => ({ ...field, meant: MEANT.get(field.name) ?? field.name })),
  ),
  /** How many fields have another name. */
  others: z.int().min(0),
});
export type SentBody = z.output<typeof sentBody>;

/** A body that was received, described in this way, as it is stored. */
export function sentBodyText(received: unknown): string {
  const entries = typeOf(received) === 'object' ? Object.entries(received as object) : [];
  const known = entries.filter(([name]) => MEANT.has(name));
  const fields = known.map(([name, value]) => ({ name, ...sentOf(value) }));
  const body: z.input<typeof sentBody> = {
    ...sentOf(received),
    fields,
    others: entries.length - known.length,
  };
  return JSON.stringify(body);
}

/** What is stored; `null` for `''`, and for what no version of this program writes. */
export function readSentBody(text: string): SentBody | null {
  try {
    return sentBody.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

const sentOf = (value: unknown) => ({
  type: typeOf(value),
  length: typeof value === 'string' || Array.isArray(value) ? value.length : null,
});

function typeOf(value: unknown): SentBody['type'] {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  // Of a parsed JSON body, whose values have no other types.
  return typeof value as SentBody['type'];
}
