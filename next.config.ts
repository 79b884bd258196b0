import type { NextConfig } from 'next';

/** On every answer for browsers; the API's own come from lib/http, the same under either server. */
const SECURITY_HEADERS = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Referrer-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), geolocation=(), microphone=()' },
];

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // The contract answers 404, never a redirect, to a path with a trailing slash.
  skipTrailingSlashRedirect: true,
  images: { unoptimized: true },
  // No form of the pages is longer (lib/server/render-limiter refuses what is).
  experimental: { proxyClientMaxBodySize: '64kb', serverActions: { bodySizeLimit: '64kb' } },
  serverExternalPackages: ['better-sqlite3', '@node-rs/argon2', 'pg', 'pino'],
  // `npm test` type-checks the whole tree once; a second pass in the build would only cost time.
  typescript: { ignoreBuildErrors: true },
  // The client library's archives, at addresses that npm takes (README, "Client library").
  rewrites: async () => [
    { source: '/client-:version(\\d+\\.\\d+\\.\\d+).tgz', destination: '/download/:version' },
    { source: '/client.tgz', destination: '/download/newest' },
  ],
  headers: async () => [
    { source: '/((?!api/).*)', headers: SECURITY_HEADERS },
    { source: '/api/(auth|dashboard)/(.*)', headers: SECURITY_HEADERS },
  ],
};

export default config;
