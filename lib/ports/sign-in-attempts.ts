import type { Attempts } from '@/lib/domain/throttle';

/** Counters of sign-in attempts, by account, network or known browser. */
export interface SignInAttempts {
  find(subject: string): Promise<Attempts | null>;
  put(subject: string, state: Attempts): Promise<void>;
  delete(subject: string): Promise<void>;
  deleteBefore(windowStartMs: number): Promise<void>;
}
