import { isStorageUnavailable } from '@/lib/ports/storage-unavailable';
import { unsubscribe } from '@/lib/services/alerts/settings';
import { container } from '@/lib/session/container';

/**
 * What a mail program sends when its reader unsubscribes (RFC 8058): to the address of the page, without cookies or
 * `Origin`; lib/request/same-origin.ts leads it here. The body says nothing that the link does not.
 */
export async function POST(request: Request) {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  try {
    const result = await unsubscribe(container().ports, token);
    return new Response(null, { status: result.ok ? 200 : 404 });
  } catch (error) {
    container().log.error({ err: error, action: 'mails.end' }, 'an action failed');
    return new Response(null, { status: isStorageUnavailable(error) ? 503 : 500 });
  }
}
