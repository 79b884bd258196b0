import { z } from 'zod';
import { isSnowflake, SNOWFLAKE_FORM } from '@/lib/domain/reports/report';

const BADGE = /^(servers|users|votes|status|coverage)\.(svg|json)$/;
const CHART = /^(servers|users|votes)\.(svg|png)$/;
const ARCHIVE = /^client-\d{1,5}\.\d{1,5}\.\d{1,5}\.tgz$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The parameters of path templates, such as `{botId}` in `/api/v1/bots/{botId}`. Each matches one whole raw segment;
 * any other segment is `not_found` (contract section 8). `isValid` must refuse everything that needs percent-encoding
 * in a path.
 */
export const PATH_PARAMETERS = {
  botId: {
    isValid: isSnowflake,
    schema: z.string().meta({ pattern: SNOWFLAKE_FORM.source }),
    description: 'The snowflake of the bot; with a key, that of its bot.',
  },
  badge: {
    isValid: (segment: string) => BADGE.test(segment),
    schema: z.string().meta({ pattern: BADGE.source }),
    description: 'What the badge shows, and its form.',
  },
  chart: {
    isValid: (segment: string) => CHART.test(segment),
    schema: z.string().meta({ pattern: CHART.source }),
    description: 'What the chart shows, and its form.',
  },
  archive: {
    isValid: (segment: string) => ARCHIVE.test(segment),
    schema: z.string().meta({ pattern: ARCHIVE.source }),
    description: 'The archive of a version of the client library.',
  },
  sourceToken: {
    isValid: (segment: string) => UUID.test(segment),
    schema: z.string().meta({ pattern: UUID.source }),
    description: 'The token of a source of votes.',
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
