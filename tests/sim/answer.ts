import type { Account } from '@/lib/domain/bots/account';

/** What a client was told. */
export type Answer =
  | { readonly kind: 'served'; readonly account: Account; readonly nowMs: number }
  | { readonly kind: 'refused'; readonly account: Account; readonly nowMs: number; readonly error: string }
  | { readonly kind: 'heard'; readonly atMs: number; readonly instance: string }
  | { readonly kind: 'voted'; readonly outcome: string }
  | { readonly kind: 'unavailable'; readonly isOutcomeUnknown: boolean }
  | { readonly kind: 'hung up' | 'changed' | 'none' };
