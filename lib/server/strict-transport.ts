import type { ServerResponse } from 'node:http';
import type { Env } from '@/lib/env';

/** One year, for this host only: `includeSubDomains` is the operator's decision. */
const POLICY = 'max-age=31536000';

/** Tells browsers to use https from then on (HSTS), if APP_URL is https. */
export function strictTransport({ appUrl }: Pick<Env, 'appUrl'>): (response: ServerResponse) => void {
  if (!appUrl?.startsWith('https:')) return () => {};
  return (response) => void response.setHeader('Strict-Transport-Security', POLICY);
}
