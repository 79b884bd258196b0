import type { Issue } from '@/lib/contract/check';
import type { EndpointDeps, KeyEndpoint } from './endpoint';
import type { ApiError } from './reply';

/**
 * Notes a refused call for its bot's activity. `atMs` is `null` if the key is not live, or not known: the recorder finds
 * out. Only fixed texts and names of schema fields are passed on, nothing that the client sent but the request id.
 */
export function noteRefusal(
  deps: Pick<EndpointDeps, 'noteRefusal'>,
  { method, path }: Pick<KeyEndpoint, 'method' | 'path'>,
  requestId: string,
  keyHash: string,
  refusal: ApiError,
  atMs: number | null,
): void {
  const { error } = refusal;
  const message =
    refusal.details === undefined ? refusal.message : withIssues(refusal.message, refusal.details);
  deps.noteRefusal?.({ of: { keyHash }, endpoint: `${method} ${path}`, error, message, requestId, atMs });
}

/** A message with the invalid fields, which otherwise only the response has. */
function withIssues(message: string, details: { readonly issues?: readonly Issue[] }): string {
  if (details.issues === undefined) return message;
  return [
    message,
    ...details.issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)),
  ].join(' ');
}
