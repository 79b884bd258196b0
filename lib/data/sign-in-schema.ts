import type { LinkKind } from '@/lib/domain/people/access-link';
import type { Role } from '@/lib/domain/people/caller';

/** The tables of how people sign in. */
export type SignInTables = {
  sessions: {
    hash: string;
    user_id: string;
    created_at_ms: number;
    expires_at_ms: number;
    client: string;
    confirmed_at_ms: number | null;
  };
  sign_in_attempts: { subject: string; attempts: number; window_start_ms: number };
  identities: { provider: string; subject: string; user_id: string; created_at_ms: number };
  setup_tokens: { hash: string; created_at_ms: number };
  access_links: {
    hash: string;
    kind: LinkKind;
    user_id: string;
    email: string;
    name: string;
    role: Role;
    issuer: string;
    created_at_ms: number;
    expires_at_ms: number;
  };
  second_factors: {
    user_id: string;
    /** Encrypted for this person. */
    sealed: string;
    /** The hash of the session that began to set it up, the only one that is shown the secret. */
    started_by: string;
    started_at_ms: number;
    /** `null` until a code has shown that the app has the secret. */
    enabled_at_ms: number | null;
    /** The step of time of the last code that was accepted. */
    last_step: number;
  };
  /** Those that were not used. */
  recovery_codes: { user_id: string; hash: string };
  remembered_browsers: {
    user_id: string;
    hash: string;
    created_at_ms: number;
    expires_at_ms: number;
    client: string;
  };
};
