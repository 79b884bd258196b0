import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { KeepTyped } from '@/components/ui/keep-typed';
import { Providers } from '@/components/ui/providers';
import { NONCE_HEADER } from '@/lib/request/content-security-policy';
import { container } from '@/lib/session/container';

import { mono, sans } from './fonts/fonts';
import './globals.css';

export const metadata: Metadata = {
  title: { default: 'Botmeter', template: '%s · Botmeter' },
  description: 'Statistics and API quota for bots.',
  icons: {
    icon: [
      { url: '/favicon.ico', sizes: '48x48' },
      { url: '/icon.svg', type: 'image/svg+xml' },
    ],
    apple: '/apple-touch-icon.png',
  },
  manifest: '/manifest.webmanifest',
  // Only the start page and the API reference are for search engines; URLs of set-up links must not leak.
  robots: { index: false, follow: false },
  referrer: 'same-origin',
};

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#ffffff' },
    { media: '(prefers-color-scheme: dark)', color: '#131316' },
  ],
};

/** Fonts, theme, queries and toasts of every page. The nonce is that of the content security policy. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get(NONCE_HEADER) ?? undefined;
  return (
    // The theme's script sets an attribute before React hydrates.
    <html
      lang="en"
      data-build={container().build}
      className={`${sans.variable} ${mono.variable}`}
      suppressHydrationWarning
    >
      <head>
        <KeepTyped nonce={nonce} />
      </head>
      <body>
        <Providers nonce={nonce}>{children}</Providers>
      </body>
    </html>
  );
}
