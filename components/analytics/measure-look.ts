import type { Measured } from '@/lib/view/analytics';

/** The same name and colour of a count everywhere. */
export const MEASURE_LOOK = {
  servers: { name: 'Servers', color: 'var(--series-servers)' },
  users: { name: 'Users', color: 'var(--series-users)' },
} as const satisfies Record<Measured, { name: string; color: string }>;
