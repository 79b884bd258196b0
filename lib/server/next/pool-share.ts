import type { Env } from '@/lib/env';

/** The share of DATABASE_POOL_MAX for each process of a service: a quarter for pages, at least one connection for both. */
export function withPoolShare(env: Env, process: 'calls' | 'pages'): Env {
  const forPages = Math.max(1, Math.floor(env.databasePoolMax / 4));
  const forCalls = Math.max(1, env.databasePoolMax - forPages);
  return { ...env, databasePoolMax: process === 'pages' ? forPages : forCalls };
}
