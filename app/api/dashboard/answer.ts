import { container } from '@/lib/container';
import type { Principal } from '@/lib/domain/principal';
import { isStorageUnavailable, type Ports } from '@/lib/services/ports';
import type { Refusal, Result } from '@/lib/services/result';
import { principal } from '../../session';

const STATUS: Record<Refusal['code'], number> = {
  forbidden: 403,
  not_found: 404,
  invalid: 400,
  conflict: 409,
  unavailable: 503,
};

/** Answers a page's own read with the session's cookie: a service's value as JSON, or its refusal. Never counted. */
export async function answer<T>(
  service: (ports: Ports, who: Principal) => Promise<Result<T>>,
): Promise<Response> {
  const headers = { 'Cache-Control': 'private, no-store' };
  const { ports, log } = container();
  try {
    const who = await principal();
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
