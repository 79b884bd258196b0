import { z } from 'zod';

/** Converts a zod schema to JSON Schema 2020-12, as OpenAPI 3.1 requires. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
}
