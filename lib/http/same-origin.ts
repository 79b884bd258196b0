/**
 * Whether a state-changing request with a cookie comes from a page of this site. Browsers always send `Origin` with
 * it, so a missing or `null` one is refused. Reads the fields that resolveForwarded sets.
 */
export function isSameOrigin(headers: { get(name: string): string | null }): boolean {
  const origin = headers.get('origin');
  return origin !== null && origin === ownOrigin(headers);
}

/** The requested origin, such as `https://bots.example.org`. For comparison only: the client can choose it. */
export function ownOrigin(headers: { get(name: string): string | null }): string {
  return `${headers.get('x-forwarded-proto') ?? 'http'}://${headers.get('x-forwarded-host') ?? 'localhost'}`;
}
