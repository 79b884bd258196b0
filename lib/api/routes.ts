import { OPERATIONS } from './operations/list';
import { createRouter } from './router';

/** The router of every operation of the API. */
export const ROUTES = createRouter(OPERATIONS);

const SHOWN = new Set(
  ROUTES.routes
    .filter(({ operations }) =>
      [...operations.values()].some(({ auth }) => auth === 'key' || auth === 'none'),
    )
    .map(({ path }) => path),
);

/**
 * The known path, or template, from which an unknown one differs only by slashes, letter case, or a missing or doubled
 * base (contract section 5, `not_found`); `null` if there is none.
 */
export function nearestPath(path: string): string | null {
  const plain = path
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '')
    .toLowerCase();
  const base = plain.lastIndexOf('/api/');
  for (const candidate of [base < 0 ? plain : plain.slice(base), `/api${plain}`]) {
    // The path of an API target can hold a template: apiTarget puts it there.
    const found = SHOWN.has(restored(candidate)) ? restored(candidate) : ROUTES.find(candidate)?.route.path;
    if (found !== undefined && SHOWN.has(found)) return found;
  }
  return null;
}

/** Templates have upper-case letters in the names of their parameters. */
const restored = (lowerCase: string): string => lowerCase.replaceAll('{botid}', '{botId}');
