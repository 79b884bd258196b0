import type { BotEvent } from '@/lib/domain/alerts/event';
import type { Mark } from '@/lib/domain/history/mark';
import type { ActivityFilter, ActivityKind } from '@/lib/domain/people/activity';
import type { SentBody } from './sent-body';

/** A bot's activity: a page of it rendered as HTML first, then read over ACTIVITY_PATH; all pages for the CSV file. */
export type ActivityView = ActivityFilter & {
  readonly nowMs: number;
  readonly bot: { readonly id: string; readonly name: string };
  /** The last UTC days of the bot, at most ACTIVITY_DAYS, oldest first. */
  readonly days: readonly ActivityDay[];
  /** Entries of each kind, under the same other filters. */
  readonly counts: Readonly<Record<ActivityKind, number>>;
  /** What the refused calls that are kept can be filtered by. */
  readonly keys: readonly { readonly id: string; readonly name: string; readonly last4: string }[];
  readonly errors: readonly string[];
  /** Refused calls that are counted on the shown days, without those of the entries: their reasons are not kept. */
  readonly unexplained: number;
  /** From 1: the requested page, or the last one; 1 with all entries. */
  readonly page: number;
  /** Entries on all pages. */
  readonly total: number;
  /** The latest first. */
  readonly entries: readonly ActivityEntry[];
};

/** A UTC day (`2026-02-05`) with its calls that were accepted and refused, and its marks. */
export type ActivityDay = {
  readonly date: string;
  readonly calls: number;
  readonly rejected: number;
  readonly marks: readonly Pick<Mark, 'kind' | 'text'>[];
};

export type ActivityEntry = RefusedEntry | EventEntry | ChangeEntry;

/** An event that is no change. */
export type EventEntry = {
  readonly kind: 'events';
  readonly id: string;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
  readonly event: BotEvent;
};

/** Refused calls of one sequence (lib/domain/reports/refusal.ts). */
export type RefusedEntry = {
  readonly kind: 'refused';
  readonly id: string;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
  readonly count: number;
  readonly operation: string;
  readonly status: number | null;
  readonly error: string;
  readonly message: string;
  /** `''` if it is not known. */
  readonly requestId: string;
  /** `null` if it is not kept. */
  readonly sent: SentBody | null;
  /** `null` for a report that was sent from the dashboard. */
  readonly key: ActivityKey | null;
};

/** The key of refused calls as it is now. */
export type ActivityKey = {
  readonly name: string;
  readonly last4: string;
  readonly expiresAtMs: number | null;
  readonly revokedAtMs: number | null;
};

/** A change from the audit log. */
export type ChangeEntry = {
  readonly kind: 'changes';
  readonly id: string;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
  /** A person's id, or the kind of caller. */
  readonly actor: string;
  /** `null` if it was no person, or one that was deleted. */
  readonly actorName: string | null;
  /** An AuditAction, or what another version of Botmeter wrote. */
  readonly action: string;
  /** What changed, with names instead of the ids of people and keys. */
  readonly before: object | null;
  readonly after: object | null;
};
