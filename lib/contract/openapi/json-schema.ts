import { z } from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Every whole number of JSON is within these bounds: they say nothing. */
function withoutSafeBounds({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

/**
 * Converts zod schemas to JSON Schema 2020-12, as OpenAPI 3.1 requires. Where one has a name (`.meta({ id })`) there is a
 * reference, and `named` has it.
 */
export class JsonSchemas {
  readonly named: Record<string, JsonSchema> = {};

  of(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const options = { io, unrepresentable: 'any', override: withoutSafeBounds } as const;
    const text = JSON.stringify(z.toJSONSchema(schema, options)).replaceAll(
      '#/$defs/',
      '#/components/schemas/',
    );
    const { $schema, $defs, ...json } = JSON.parse(text);
    for (const [id, { id: _, ...definition }] of Object.entries<JsonSchema>($defs ?? {}))
      this.named[id] = definition;
    return json;
  }
}
