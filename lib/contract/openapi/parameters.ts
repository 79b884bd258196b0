import type { z } from 'zod';
import type { OperationContract } from '@/lib/contract/operation-contract';
import { PATH_PARAMETERS, type PathParameterName, parametersIn } from '@/lib/contract/path-parameters';
import type { JsonSchemas } from './json-schema';

/** What stands for a part of `components`. */
export type Reference = { readonly $ref: string };

/** An OpenAPI parameter object. */
export type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: object;
};

/** Of every operation. */
export const REQUEST_ID = {
  name: 'X-Request-Id',
  in: 'header',
  required: false,
  description: 'Returned in the response if it has this form; otherwise the service generates one.',
  schema: { $ref: '#/components/schemas/RequestId' },
} satisfies Parameter;

/** The OpenAPI parameters of an operation: those of its path, those of its query, and the request id. */
export function parametersOf(
  { path, query, docs }: OperationContract,
  schemas: JsonSchemas,
): readonly (Parameter | Reference)[] {
  return [
    ...parametersIn(path).map((name) => pathParameter(name, schemas)),
    ...queryParameters(query ?? docs?.query, schemas),
    { $ref: '#/components/parameters/RequestId' },
  ];
}

function pathParameter(name: PathParameterName, schemas: JsonSchemas): Parameter {
  const { schema, description } = PATH_PARAMETERS[name];
  return { name, in: 'path', required: true, description, schema: schemas.of(schema, 'input') };
}

function queryParameters(query: z.ZodObject | undefined, schemas: JsonSchemas): Parameter[] {
  return Object.entries(query?.shape ?? {}).map(([name, schema]) => {
    const { description, ...json } = schemas.of(schema as z.ZodType, 'input');
    const isRequired = !(schema as z.ZodType).safeParse(undefined).success;
    return {
      name,
      in: 'query',
      required: isRequired,
      ...(typeof description === 'string' && { description }),
      schema: json,
    };
  });
}
