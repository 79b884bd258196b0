import { readdirSync } from 'node:fs';
import type { NextConfig } from 'next';

/** Headers of every response for browsers; lib/api sets those of the API. */
const SECURITY_HEADERS = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Referrer-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), geolocation=(), microphone=()' },
];

/** The files of `public`. Their names have no hash: a browser asks again after a day, and gets 304. */
const PUBLIC_FILES = readdirSync('public', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => `${parentPath}/${name}`.slice('public'.length));
const A_DAY = [{ key: 'Cache-Control', value: 'public, max-age=86400' }];

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // The contract requires 404, never a redirect, for a path with a trailing slash.
  skipTrailingSlashRedirect: true,
  images: { unoptimized: true },
  // No form of the pages is longer; lib/server/render-limiter refuses longer bodies.
  experimental: {
    proxyClientMaxBodySize: '64kb',
    serverActions: { bodySizeLimit: '64kb' },
    // A small server has little memory, and few pages are static: one worker renders them while building.
    cpus: 1,
  },
  serverExternalPackages: ['@node-rs/argon2', 'pg', 'pino'],
  // `npm test` type-checks the whole tree once; a second pass in the build would only cost time.
  typescript: { ignoreBuildErrors: true },
  // The client library's archives, under paths that `npm install` accepts.
  rewrites: async () => [
    { source: '/client-:version(\\d+\\.\\d+\\.\\d+).tgz', destination: '/download/client-:version.tgz' },
    { source: '/client.tgz', destination: '/download/client.tgz' },
  ],
  headers: async () => [
    { source: '/((?!api/).*)', headers: SECURITY_HEADERS },
    ...PUBLIC_FILES.map((source) => ({ source, headers: A_DAY })),
    { source: '/api/(auth|dashboard)/(.*)', headers: SECURITY_HEADERS },
  ],
};

export default config;
