import type { AccessEvent } from '@/lib/domain/access';
import type { Account } from '@/lib/domain/account';
import type { BotState } from '@/lib/domain/bot-state';
import { PLANS, type PlanName } from '@/lib/domain/plan';
import { quotaOf } from '@/lib/domain/quota';
import type { Role } from '@/lib/domain/user';
import { actionWords, actorWords, fieldValue, fieldWords, valueWords } from './audit-words';

/** A row of the admins' table of bots. */
export type BotRow = {
  readonly id: string;
  readonly name: string;
  readonly ownerName: string;
  readonly ownerEmail: string;
  readonly plan: PlanName;
  readonly planName: string;
  readonly isDisabled: boolean;
  readonly state: BotState;
  readonly used: number;
  readonly limit: number;
  readonly lastReportAtMs: number | null;
};

export function botRow(account: Account, owner: { name: string; email: string }, state: BotState): BotRow {
  const { used, limit } = quotaOf(account);
  return {
    id: account.botId,
    name: account.name,
    ownerName: owner.name,
    ownerEmail: owner.email,
    plan: account.plan,
    planName: PLANS[account.plan].displayName,
    isDisabled: account.isDisabled,
    state,
    used,
    limit,
    lastReportAtMs: account.lastReport?.atMs ?? null,
  };
}

/** A row of the admins' table of people. */
export type PersonRow = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly isDisabled: boolean;
  readonly botCount: number;
  /** Accounts at other providers that sign this person in. */
  readonly identityCount: number;
  readonly createdAtMs: number;
};

/** An audit entry as text. */
export type AuditRow = {
  readonly id: number;
  readonly atMs: number;
  /** The actor: an e-mail address or the kind of caller. */
  readonly actor: string;
  readonly action: string;
  /** The action code, as used in searches. */
  readonly actionCode: string;
  /** The subject: a bot's id, or a person's e-mail address or id. */
  readonly subject: string;
  /** The changed fields; `null` for a missing value. */
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
  const { id, atMs, actor, actorEmail, action, subject, subjectEmail } = entry;
  return {
    id,
    atMs,
    actor: actorEmail ?? actorWords(actor),
    action: actionWords(action),
    actionCode: action,
    subject: subjectEmail ?? subject,
    changes: changedFields(entry),
  };
}

/** The fields of a change as text. */
export function changedFields({ before, after }: Pick<Entry, 'before' | 'after'>): AuditRow['changes'] {
  const [was, is] = [asRecord(before), asRecord(after)];
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return fields.map((field) => ({
    field: fieldWords(field),
    before: fieldValue(field, was[field]),
    after: fieldValue(field, is[field]),
  }));
}

/** Without a prototype, so that inherited names are not mistaken for fields. */
const asRecord = (value: object | null): Record<string, unknown> => Object.assign(Object.create(null), value);

/** Sign-ins or denials of one hour, as text. */
export type AccessRow = {
  readonly id: string;
  readonly lastAtMs: number;
  /** A person's e-mail address, or their id if deleted; or the kind of caller. */
  readonly who: string;
  readonly what: string;
  readonly count: number;
  /** The sign-in method, or the denied action. */
  readonly detail: string;
  /** Empty if not recorded. */
  readonly address: string;
};

type Access = AccessEvent &
  Pick<AccessRow, 'count' | 'lastAtMs'> & {
    readonly hourMs: number;
    readonly subjectEmail: string | null;
  };

export const accessRow = ({ kind, subject, subjectEmail, hourMs, detail, ...rest }: Access): AccessRow => ({
  ...rest,
  id: `${hourMs} ${kind} ${subject}`,
  who: subjectEmail ?? actorWords(subject),
  what: actionWords(kind),
  detail: kind === 'deny' ? actionWords(detail) : valueWords(detail),
});
