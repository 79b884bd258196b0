import { z } from 'zod';

/** Where in the site a browser is, as the scripts of Next's pages tell the server in the field ROUTER_STATE_HEADER. */

export const ROUTER_STATE_HEADER = 'next-router-state-tree';

const parameter = z.tuple([
  z.string(),
  z.string(),
  z.string().regex(/^(oc|[cd](i(\(\.{1,3}\)|\(\.\.\)\(\.\.\)))?)$/),
  z.array(z.string()).nullable(),
]);
const tree = z.tuple([
  z.union([z.string(), parameter]),
  z.record(
    z.string(),
    z.lazy((): z.ZodType => tree),
  ),
  z.tuple([z.string(), z.string()]).nullish(),
  z.enum(['refetch', 'inside-shared-layout', 'metadata-only']).nullish(),
  z.number().nullish(),
  z.string().optional(),
]);

/** Whether Next can read it; it answers 500 to one that it cannot. */
export function isRouterState(text: string): boolean {
  try {
    return tree.safeParse(JSON.parse(decodeURIComponent(text))).success;
  } catch {
    return false;
  }
}
