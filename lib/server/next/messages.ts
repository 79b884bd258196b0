import type { MetricValues } from '@/lib/api/prometheus';
import type { Env } from '@/lib/env';

/** What the service sends to its pages process. */
export type ToPages =
  /** The first: the settings of the service, which may differ from the environment. */
  | { readonly kind: 'open'; readonly env: Env }
  /**
   * Where the service listens. After some server actions Next sends a request to itself, with the browser's cookies and form;
   * without this, to whoever listens on port 3000.
   */
  | { readonly kind: 'origin'; readonly origin: string }
  | { readonly kind: 'read-metrics' }
  /** The files of the embedded database are gone: nothing is written any more. */
  | { readonly kind: 'files-lost' }
  /** The service is about to stop: reports are held for a short time only. */
  | { readonly kind: 'announce-stop' }
  /** All requests have their response: close the database and end. */
  | { readonly kind: 'stop' };

/** What the pages process sends to the service. */
export type FromPages =
  | { readonly kind: 'ready' }
  /** It has little to do: the requests that it has wait for the database. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'events-stored' }
  | { readonly kind: 'metrics'; readonly values: MetricValues };

/** The environment variable with the Unix socket on which the pages process listens. Set for that process alone. */
export const PAGES_SOCKET = 'BOTMETER_PAGES_SOCKET';
