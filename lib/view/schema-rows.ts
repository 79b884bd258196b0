import type { Parameter } from '@/lib/contract/openapi/parameters';

/** A table row of a JSON Schema: one per field, nested fields by path. */
export type SchemaRow = {
  readonly path: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly note: string;
};

type Schema = {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
};

/** Rows of a schema. `bounds` are rules that a schema cannot express, by path. */
export function schemaRows(schema: unknown, prefix = ''): SchemaRow[] {
  const { properties = {}, required = [] } = schema as Schema;
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const [shown, isNullable] = withoutNull(field);
    const row: SchemaRow = {
      path,
      type: typeText(shown) + (isNullable ? ' or null' : ''),
      isRequired: required.includes(name),
      note: noteText({ ...shown, description: field.description ?? shown.description ?? '' }),
    };
    const inner = shown.type === 'array' ? shown.items : shown;
    const innerPath = shown.type === 'array' ? `${path}[]` : path;
    return [row, ...(inner?.properties ? schemaRows(inner, innerPath) : [])];
  });
}

/** Rows of the parameters of a query. */
export function queryRows(parameters: readonly Parameter[]): SchemaRow[] {
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const properties = query.map(({ name, schema, description }) => [name, { ...schema, description }]);
  const required = query.filter((parameter) => parameter.required).map(({ name }) => name);
  return schemaRows({ properties: Object.fromEntries(properties), required });
}

function withoutNull(schema: Schema): [Schema, boolean] {
  const [one, ...others] = schema.anyOf?.filter((s) => s.type !== 'null') ?? [];
  const isNullable = schema.anyOf?.some((s) => s.type === 'null') ?? false;
  return one !== undefined && others.length === 0 ? [one, isNullable] : [schema, false];
}

function typeText({ type, const: constant, enum: values, format, anyOf }: Schema): string {
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeText))].join(' | ');
  if (constant !== undefined) return JSON.stringify(constant);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (format === 'date-time') return 'timestamp';
  return typeof type === 'string' ? type : (type?.join(' or ') ?? 'any');
}

function noteText({ description, default: standard, minimum, maximum }: Schema): string {
  const isBounded = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  return [
    isBounded ? `${minimum.toLocaleString('en-US')} to ${maximum.toLocaleString('en-US')}.` : '',
    standard === undefined ? '' : `${JSON.stringify(standard)} unless given.`,
    description ?? '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}
