import { type Account, settle } from '@/lib/domain/account';
import { PLANS, type PlanName } from '@/lib/domain/plan';
import type { Role } from '@/lib/domain/principal';
import { type QuotaStatus, quotaOf } from '@/lib/domain/quota';
import { actionWords, actorWords, fieldValue, fieldWords } from './audit-words';

/** A bot as the admins' table shows it. */
export type BotRow = {
  readonly id: string;
  readonly name: string;
  readonly ownerName: string;
  readonly ownerEmail: string;
  readonly plan: PlanName;
  readonly planName: string;
  readonly isDisabled: boolean;
  readonly status: QuotaStatus;
  readonly used: number;
  readonly limit: number;
  readonly lastReportAtMs: number | null;
};

export function botRow(account: Account, owner: { name: string; email: string }, nowMs: number): BotRow {
  const now = settle(account, nowMs);
  const { status, used, limit } = quotaOf(now);
  return {
    id: now.botId,
    name: now.name,
    ownerName: owner.name,
    ownerEmail: owner.email,
    plan: now.plan,
    planName: PLANS[now.plan].displayName,
    isDisabled: now.isDisabled,
    status,
    used,
    limit,
    lastReportAtMs: now.lastReport?.atMs ?? null,
  };
}

/** A person as the admins' table shows them. */
export type PersonRow = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly isDisabled: boolean;
  readonly botCount: number;
  readonly createdAtMs: number;
};

/** An entry of the audit log, in words. */
export type AuditRow = {
  readonly id: number;
  readonly atMs: number;
  /** Who: an address, or what kind of caller. */
  readonly actor: string;
  readonly action: string;
  /** The action as the log is searched for it. */
  readonly actionCode: string;
  /** What it was done to: a bot's id, a person's address or id, or the action that was refused. */
  readonly subject: string;
  /** What changed, field by field; `null` where there was or is nothing. */
  readonly changes: readonly {
    readonly field: string;
    readonly before: string | null;
    readonly after: string | null;
  }[];
};

type Entry = Pick<AuditRow, 'id' | 'atMs' | 'actor' | 'action' | 'subject'> & {
  readonly actorEmail: string | null;
  readonly subjectEmail: string | null;
  readonly before: object | null;
  readonly after: object | null;
};

export function auditRow(entry: Entry): AuditRow {
  const { id, atMs, actor, actorEmail, action, subject, subjectEmail, before, after } = entry;
  const [was, is] = [asRecord(before), asRecord(after)];
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return {
    id,
    atMs,
    actor: actorEmail ?? actorWords(actor),
    action: actionWords(action),
    actionCode: action,
    subject: subjectEmail ?? (action === 'deny' ? actionWords(subject) : subject),
    changes: fields.map((field) => ({
      field: fieldWords(field),
      before: fieldValue(field, was[field]),
      after: fieldValue(field, is[field]),
    })),
  };
}

const asRecord = (value: object | null): Record<string, unknown> => ({ ...value });
