/**
 * Whether a request that changes something by a cookie's authority comes from a page of this site. Browsers send
 * `Origin` with every such request: a missing or `null` one is refused. Reads the fields that settleForwarded leaves.
 */
export function isSameOrigin(headers: { get(name: string): string | null }): boolean {
  const origin = headers.get('origin');
  return origin !== null && origin === ownOrigin(headers);
}

/** The address that the request was made to, such as `https://bots.example.org`. */
export function ownOrigin(headers: { get(name: string): string | null }): string {
  return `${headers.get('x-forwarded-proto') ?? 'http'}://${headers.get('x-forwarded-host') ?? 'localhost'}`;
}
