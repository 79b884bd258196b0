import { z } from 'zod';
import { REPORT_OTHER_NAMES, reportBody } from './report';

/**
 * What was sent as the body of a refused report, for the activity of its bot: the names of a report's fields and those that
 * are sent in their place by mistake, with types and lengths. Never a value, and no other name: people paste keys there.
 */

const NAMES = [...Object.keys(reportBody.shape), ...Object.values(REPORT_OTHER_NAMES).flat()];
/** `length` of a string or an array. */
const SENT = {
  type: z.enum(['string', 'number', 'boolean', 'null', 'array', 'object']),
  length: z.int().min(0).nullable(),
};
const sentBody = z.object({
  ...SENT,
  fields: z.array(z.object({ ...SENT, name: z.enum(NAMES) })),
  /** How many fields have another name. */
  others: z.int().min(0),
});
export type SentBody = z.output<typeof sentBody>;

/** A body that was received, described in this way, as it is stored. */
export function sentBodyText(received: unknown): string {
  const entries = typeOf(received) === 'object' ? Object.entries(received as object) : [];
  const known = entries.filter(([name]) => NAMES.includes(name));
  const fields = known.map(([name, value]) => ({ name, ...sentOf(value) }));
  const body: SentBody = { ...sentOf(received), fields, others: entries.length - known.length };
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
