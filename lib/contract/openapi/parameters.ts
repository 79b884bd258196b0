import type { z } from 'zod';
import type { OperationContract } from '@/lib/contract/operation';
import { isPathParameter, PATH_PARAMETERS, parameterOf } from '@/lib/contract/path-parameters';
import { jsonSchema } from './json-schema';

/** An OpenAPI parameter object. */
export type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: object;
};

const REQUEST_ID: Parameter = {
  name: 'X-Request-Id',
  in: 'header',
  required: false,
  description: 'Returned in the response if it has this form; otherwise the service generates one.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,64}$' },
};

/** The OpenAPI parameters of an operation: those of its path, those of its query, and the request id. */
export function parametersOf({ path, query, docs }: OperationContract): readonly Parameter[] {
  const names = path
    .split('/')
    .map(parameterOf)
    .filter((name) => name !== null);
  return [
    ...names.filter(isPathParameter).map(pathParameter),
    ...queryParameters(query ?? docs?.query),
    REQUEST_ID,
  ];
}

function pathParameter(name: keyof typeof PATH_PARAMETERS): Parameter {
  const { schema, description } = PATH_PARAMETERS[name];
  return { name, in: 'path', required: true, description, schema: jsonSchema(schema, 'input') };
}

function queryParameters(query: z.ZodObject | undefined): Parameter[] {
  return Object.entries(query?.shape ?? {}).map(([name, schema]) => {
    const { description, ...json } = jsonSchema(schema as z.ZodType, 'input');
    const isRequired = !(schema as z.ZodType).safeParse(undefined).success;
    return { name, in: 'query', required: isRequired, ...(description && { description }), schema: json };
  });
}
