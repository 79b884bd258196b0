import type { Generated, GeneratedAlways } from 'kysely';
import type { AccessKind } from '@/lib/domain/access';
import type { LinkKind } from '@/lib/domain/access-link';
import type { ErrorCode } from '@/lib/domain/errors';
import type { NoticeKind } from '@/lib/domain/notice';
import type { PlanName } from '@/lib/domain/plan';
import type { Role } from '@/lib/domain/user';

/** Table types for Kysely; migrations/ creates the tables. Times are milliseconds since 1970 in UTC. */
export type Schema = {
  users: {
    id: string;
    email: string;
    name: string;
    role: Role;
    password_hash: string | null;
    disabled_at_ms: number | null;
    created_at_ms: number;
  };
  bots: {
    id: string;
    name: string;
    owner_id: string;
    plan: PlanName;
    plan_changed_at_ms: number | null;
    former_history_days: number;
    disabled_at_ms: number | null;
    registered_at_ms: number;
    enabled_at_ms: number | null;
    silent_after_ms: number | null;
    former_interval_minutes: number | null;
    cycle_index: Generated<number>;
    cycle_used: Generated<number>;
    left_cycles: Generated<string>;
    day_counts: Generated<string>;
    last_report_at_ms: Generated<number | null>;
    last_heartbeat_at_ms: Generated<number | null>;
    server_count: Generated<number | null>;
    user_count: Generated<number | null>;
    shard_count: Generated<number | null>;
    reports_total: Generated<number>;
    /** When a report of its history is next to be folded or deleted; 0 if unknown. */
    history_due_at_ms: Generated<number>;
  };
  api_keys: {
    hash: string;
    id: string;
    bot_id: string;
    name: string;
    last4: string;
    created_at_ms: number;
    expires_at_ms: number | null;
    revoked_at_ms: number | null;
    last_used_at_ms: number | null;
    /** The latest rotation. If set, own_expires_at_ms is the key's original expiry. */
    rotated_at_ms: number | null;
    own_expires_at_ms: number | null;
  };
  reports: {
    bot_id: string;
    at_ms: number;
    number: number;
    server_count: number;
    user_count: number;
    shard_count: number;
  };
  /** The reports of a UTC hour; see HourSummary. Offsets are from `hour_ms`. */
  report_hours: {
    bot_id: string;
    hour_ms: number;
    reports: number;
    first_offset_ms: number;
    last_offset_ms: number;
    longest_gap_ms: number;
    server_first: number;
    server_last: number;
    server_min: number;
    server_max: number;
    shard_last: number;
    user_first: number;
    user_last: number;
    user_min: number;
    user_max: number;
  };
  audit_log: {
    id: GeneratedAlways<number>;
    at_ms: number;
    actor: string;
    action: string;
    subject: string;
    before_json: string | null;
    after_json: string | null;
  };
  access_log: {
    hour_ms: number;
    kind: AccessKind;
    subject: string;
    count: number;
    last_at_ms: number;
    last_detail: string;
    last_address: string;
  };
  refusals: {
    bot_id: string;
    id: string;
    key_id: string;
    endpoint: string;
    error: ErrorCode;
    message: string;
    request_id: string;
    count: number;
    first_at_ms: number;
    last_at_ms: number;
  };
  notices: {
    id: string;
    user_id: string;
    at_ms: number;
    kind: NoticeKind;
    actor: string;
    detail: string;
  };
  sessions: {
    hash: string;
    user_id: string;
    created_at_ms: number;
    expires_at_ms: number;
    client: string;
    confirmed_at_ms: number | null;
  };
  serving_times: { from_ms: number; until_ms: number };
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
  service_facts: { name: string; at_ms: number; value_json: string };
};
