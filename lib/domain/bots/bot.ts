import type { Retention } from '../history/history';
import type { User } from '../people/caller';
import type { SilenceTerms } from '../silences/silence-terms';
import type { Account, Disabling } from './account';

/** A registered bot. Its Account holds what metered calls read and change. */
export type Bot = {
  /** A Discord snowflake: 17 to 20 digits (contract section 3). */
  readonly id: string;
  /** Normalized by parseName. */
  readonly name: string;
  readonly ownerId: string;
  /** Whether its calls are refused (contract section 5, `bot_disabled`). */
  readonly isDisabled: boolean;
  /** Whether its owner turned Public on: then anyone may see it while it is not disabled (contract section 11). */
  readonly isPublic?: boolean;
  /** Whether its public page shows its marks of the kind `deploy`. */
  readonly showsDeploys?: boolean;
  /** The start of its first cycle (contract rule 5). */
  readonly registeredAtMs: number;
} & Disabling &
  Retention &
  SilenceTerms;

/** A bot with its account and its owner, for lists. */
export type BotListing = {
  readonly bot: Bot;
  readonly account: Account;
  readonly owner: Pick<User, 'id' | 'name' | 'email'>;
};

/** Selects bots: those whose owner has the address `owner`, and those with one of the ids, if they are given. */
export type BotsWithin = { readonly owner?: string; readonly ids?: readonly string[] };
