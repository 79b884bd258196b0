import { caller } from '@/app/session/current-user';
import { container } from '@/lib/container';
import type { Caller } from '@/lib/domain/caller';
import type { Ports } from '@/lib/ports/ports';
import { isStorageUnavailable } from '@/lib/ports/storage-unavailable';
import type { Refusal, Result } from '@/lib/services/result';

const STATUS: Record<Refusal['code'], number> = {
  forbidden: 403,
  not_found: 404,
  invalid: 400,
  conflict: 409,
  unavailable: 503,
};

/** Responds to a page's own fetch, authenticated by the session cookie: a service's value or refusal as JSON. Not counted. */
export async function respond<T>(
  service: (ports: Ports, who: Caller) => Promise<Result<T>>,
): Promise<Response> {
  const headers = { 'Cache-Control': 'private, no-store' };
  const { ports, log } = container();
  try {
    const who = await caller();
    if (who.kind === 'anonymous') {
      return Response.json({ message: 'Sign in first.' }, { status: 401, headers });
    }
    const result = await service(ports, who);
    if (result.ok) return Response.json(result.value, { headers });
    const { code, message } = result.refusal;
    return Response.json({ message }, { status: STATUS[code], headers });
  } catch (error) {
    log.error({ err: error }, 'a dashboard read failed');
    const status = isStorageUnavailable(error) ? 503 : 500;
    return Response.json({ message: 'This could not be read at the moment.' }, { status, headers });
  }
}
