'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ThemeProvider } from 'next-themes';
import type { ReactNode } from 'react';
import { Toaster } from './toast';
import { TooltipProvider } from './tooltip';

const IS_SERVER = typeof window === 'undefined';

const newClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // What the server rendered is as fresh as what is read.
        staleTime: 5_000,
        // A page that is opened again is read by the server. A timer of the server would keep what it rendered.
        ...(!IS_SERVER && { gcTime: 10_000 }),
        // What is read again and again needs no retries, and says that it is out of date also without a network.
        retry: false,
        networkMode: 'always',
      },
    },
  });

let ofBrowser: QueryClient | undefined;

/** Theme, queries, tooltips and toasts of every page. `nonce` is the CSP nonce. */
export function Providers({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  // One cache of what the pages read: of each render on the server, of the document in the browser.
  if (!IS_SERVER) ofBrowser ??= newClient();
  return (
    // The stylesheet has the color scheme of each theme.
    <ThemeProvider nonce={nonce} disableTransitionOnChange enableColorScheme={false}>
      <QueryClientProvider client={ofBrowser ?? newClient()}>
        <TooltipProvider>{children}</TooltipProvider>
      </QueryClientProvider>
      <Toaster />
    </ThemeProvider>
  );
}
