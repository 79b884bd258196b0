import { container } from '@/lib/container';

/** A route file's handlers for one path of the API: every method goes to the function that the front door calls too. */
export function routeOf(path: string) {
  const answer = (request: Request) => container().api(path, request);
  return {
    GET: answer,
    HEAD: answer,
    POST: answer,
    PUT: answer,
    PATCH: answer,
    DELETE: answer,
    OPTIONS: answer,
  };
}
