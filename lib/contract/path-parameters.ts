import { z } from 'zod';
import { isSnowflake, SNOWFLAKE_FORM } from '@/lib/domain/reports/report';
import { UUID } from '@/lib/domain/text/uuid';

const parameter = (
  form: RegExp,
  description: string,
  isValid = (segment: string): boolean => form.test(segment),
) => ({ isValid, description, schema: z.string().meta({ pattern: form.source }) });

/**
 * The parameters of path templates, such as `{botId}` in `/api/v1/bots/{botId}`. Each matches one whole raw segment;
 * any other segment is `not_found` (contract section 8). `isValid` must refuse everything that needs percent-encoding
 * in a path.
 */
export const PATH_PARAMETERS = {
  botId: parameter(SNOWFLAKE_FORM, 'The snowflake of the bot; with a key, that of its bot.', isSnowflake),
  badge: parameter(
    /^(servers|users|votes|status|coverage)\.(svg|json)$/,
    'What the badge shows, and its form.',
  ),
  chart: parameter(/^(servers|users|votes)\.(svg|png)$/, 'What the chart shows, and its form.'),
  archive: parameter(
    /^client-\d{1,5}\.\d{1,5}\.\d{1,5}\.tgz$/,
    'The archive of a version of the client library.',
  ),
  sourceToken: parameter(UUID, 'The token of a source of votes.'),
};

export type PathParameterName = keyof typeof PATH_PARAMETERS;

/** The parameter names of a template: `'botId'` for `/api/v1/bots/{botId}/history`. */
type NamesIn<Path extends string> = Path extends `${string}{${infer Each}}${infer Rest}`
  ? Each | NamesIn<Rest>
  : never;

/** The values of a template's parameters by name. */
export type PathParameters<Path extends string> = { readonly [Each in NamesIn<Path>]: string };

/** The names of a template's parameters in order; throws for one that is not defined here. */
export const parametersIn = (path: string): PathParameterName[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    if (!Object.hasOwn(PATH_PARAMETERS, name)) throw new Error(`${path}: no parameter is called ${name}.`);
    return name as PathParameterName;
  });
