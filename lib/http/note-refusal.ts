import type { EndpointDeps, KeyEndpoint } from './endpoint';
import type { ApiError } from './reply';

/**
 * Notes a refused call for its bot's activity. `atMs` is `null` if the key is not live, or not known: the recorder finds
 * out. Messages show nothing that the client sent; of the rest only the request id is passed on.
 */
export function noteRefusal(
  deps: Pick<EndpointDeps, 'noteRefusal'>,
  { method, path }: Pick<KeyEndpoint, 'method' | 'path'>,
  requestId: string,
  keyHash: string,
  refusal: ApiError,
  atMs: number | null,
): void {
  const { error, message } = refusal;
  deps.noteRefusal?.({ of: { keyHash }, endpoint: `${method} ${path}`, error, message, requestId, atMs });
}
