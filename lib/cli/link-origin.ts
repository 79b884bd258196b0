import { isIPv6 } from 'node:net';
import type { Env } from '@/lib/env';

export type LinkAddress = Pick<Env, 'appUrl' | 'host' | 'port'>;

const EVERY_ADDRESS: ReadonlySet<string> = new Set(['::', '0.0.0.0']);

/** The origin of printed links: APP_URL, else where a server with these settings listens. */
export function linkOrigin({ appUrl, host, port }: LinkAddress): string {
  if (appUrl !== undefined) return appUrl;
  const isEvery = host === undefined || EVERY_ADDRESS.has(host);
  return `http://${isEvery ? 'localhost' : isIPv6(host) ? `[${host}]` : host}:${port}`;
}
