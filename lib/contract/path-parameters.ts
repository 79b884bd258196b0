import { z } from 'zod';
import { isSnowflake, SNOWFLAKE_FORM } from '@/lib/domain/reports/report';

/**
 * The parameters of path templates, such as `{botId}` in `/api/v1/bots/{botId}`. Each matches one whole raw segment;
 * any other segment is `not_found` (contract section 8). `isValid` must refuse everything that needs percent-encoding
 * in a path.
 */
export const PATH_PARAMETERS = {
  botId: {
    isValid: isSnowflake,
    schema: z.string().meta({ pattern: SNOWFLAKE_FORM.source }),
    description: 'The bot of the key: its snowflake.',
  },
} as const;

export type PathParameterName = keyof typeof PATH_PARAMETERS;

/** The parameter names of a template: `'botId'` for `/api/v1/bots/{botId}/history`. */
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** The values of a template's parameters by name. */
export type PathParameters<Path extends string> = { readonly [Name in NamesIn<Path>]: string };

export const isPathParameter = (name: string): name is PathParameterName =>
  Object.hasOwn(PATH_PARAMETERS, name);

/** The parameter name of a template segment; `null` for a literal segment. */
export function parameterOf(segment: string): string | null {
  return /^\{(.*)\}$/.exec(segment)?.[1] ?? null;
}
