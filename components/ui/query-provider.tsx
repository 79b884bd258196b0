'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';

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

/** The one cache of what the pages read: of each render on the server, of the document in the browser. */
export function QueryProvider({ children }: { children: ReactNode }) {
  if (!IS_SERVER) ofBrowser ??= newClient();
  return <QueryClientProvider client={ofBrowser ?? newClient()}>{children}</QueryClientProvider>;
}
