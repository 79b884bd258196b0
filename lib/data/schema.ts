import type { Generated, GeneratedAlways } from 'kysely';
import type { DeliveryState } from '@/lib/domain/alerts/delivery';
import type { EventType } from '@/lib/domain/alerts/event';
import type { MailKind, MailState } from '@/lib/domain/alerts/mail';
import type { NoticeKind } from '@/lib/domain/alerts/notification';
import type { StatusReason, WebhookHealth, WebhookKind, WebhookStatus } from '@/lib/domain/alerts/webhook';
import type { MarkKind } from '@/lib/domain/history/mark';
import type { AccessKind } from '@/lib/domain/people/audit';
import type { BotRole } from '@/lib/domain/people/bot-people';
import type { Role } from '@/lib/domain/people/caller';
import type { PlanName } from '@/lib/domain/quota/plan';
import type { RequestStatus } from '@/lib/domain/quota/plan-request';
import type { ErrorCode } from '@/lib/domain/reports/refusal';
import type { SignInTables } from './sign-in-schema';
import type { VoteTables } from './vote-schema';

type OtherTables = VoteTables & SignInTables;

/** Table types for Kysely; migrations/ creates the tables. Times are milliseconds since 1970 in UTC. */
export type Schema = OtherTables & {
  users: {
    id: string;
    email: string;
    name: string;
    role: Role;
    password_hash: string | null;
    disabled_at_ms: number | null;
    created_at_ms: number;
    /** An IANA name; `null` for that of the browser, and UTC in messages. */
    time_zone: Generated<string | null>;
    /** 1 for a disabled owner of bots who has not accepted their invitation yet. */
    is_invited: Generated<number>;
    /** A DigestChoice as JSON; `null` for none. */
    digest_json: Generated<string | null>;
    /** When the next digest is due; `null` for never. */
    digest_at_ms: Generated<number | null>;
    /** Ids, separated by spaces. */ pinned_bots: Generated<string>;
  };
  bots: {
    id: string;
    name: string;
    owner_id: string;
    plan: PlanName;
    plan_changed_at_ms: number | null;
    former_history_days: number;
    disabled_at_ms: number | null;
    disabled_reason: Generated<string | null>;
    registered_at_ms: number;
    enabled_at_ms: number | null;
    /** 1 if anyone may see it, and with its deploys. */ is_public: Generated<number>;
    shows_deploys: Generated<number>;
    silent_after_ms: number | null;
    /** The end of its last planned silence. */
    paused_until_ms: Generated<number | null>;
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
    /** An AlertState as JSON; empty for none. */
    alert_state: Generated<string>;
    /** The part of its usage that grows; empty for none. */
    usage_part: Generated<string>;
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
    /** A small number within its bot; `null` if it was created by an older version that still ran. */
    number: Generated<number | null>;
  };
  /** The counted calls of a day within a cycle, by operation and by key: `0:48,2:2`. Rows never change. */
  usage_parts: {
    bot_id: string;
    started_at_ms: number;
    day: number;
    cycle_index: number;
    operations: string;
    keys: string;
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
    sent: string;
  };
  notices: {
    id: string;
    user_id: string;
    at_ms: number;
    kind: NoticeKind;
    actor: string;
    detail: string;
  };
  serving_times: { from_ms: number; until_ms: number };
  service_facts: { name: string; at_ms: number; value_json: string };
  events: {
    id: string;
    bot_id: string;
    type: EventType;
    period: string;
    at_ms: number;
    due_at_ms: number;
    data_json: string;
    /** Who owned the bot then: the notifications of later owners begin with their own time. */
    owner_id: string;
    /** When its deliveries and mails were created; `null` before, 0 if it was no longer true and has none. */
    routed_at_ms: Generated<number | null>;
    /** 1 if its owner has read it by itself, or caused it. Up to where they have read all: read_marks. */
    is_read: Generated<number>;
  };
  webhook_endpoints: {
    id: string;
    bot_id: string;
    kind: WebhookKind;
    /** Encrypted. */
    address: string;
    /** Encrypted; `null` for Discord, whose address is the secret. */
    secret: string | null;
    /** Encrypted; signs too until `former_until_ms`. */
    former_secret: string | null;
    former_until_ms: number | null;
    host: string;
    /** The last characters of the address, which tell webhooks of one host apart. */
    last4: string;
    /** Types of events, separated by commas. */
    event_types: string;
    created_at_ms: number;
    status: WebhookStatus;
    /** Why it is not `on`; empty if it is. */
    status_reason: StatusReason | '';
    status_at_ms: number;
    health: WebhookHealth;
    /** The first failed try since the last success. */
    first_failure_at_ms: number | null;
    /** Events given up since the last success. */
    given_up: number;
    /** Events dropped because too many waited. */
    dropped: number;
    /** No request before: the receiver asked to wait, or has just got a Discord message. */
    not_before_ms: number;
    /** When a delivery is next to be tried; `null` if none waits. */
    next_at_ms: number | null;
    /** Until then the instance with `lease_token` delivers. */
    lease_until_ms: number;
    lease_token: string;
  };
  deliveries: {
    endpoint_id: string;
    event_id: string;
    bot_id: string;
    event_type: EventType;
    created_at_ms: number;
    state: DeliveryState;
    tries: number;
    /** `null` if it does not wait. */
    next_at_ms: number | null;
    last_try_at_ms: number | null;
    status: number | null;
    took_ms: number | null;
    /** The first 1 kB of the last response. */
    response: string;
    reason: string;
    /** 1 if the response is from a private address; shown to admins only. */
    is_private: number;
  };
  alert_settings: {
    user_id: string;
    bot_id: string;
    settings_json: string;
    /** When the message about a silence is next to be repeated; `null` if it is not, or the bot is not silent. */
    repeat_at_ms: number | null;
  };
  marks: { bot_id: string; at_ms: number; id: string; kind: MarkKind; label: string };
  /** Planned silences; those of a bot do not overlap. */
  pauses: { bot_id: string; from_ms: number; until_ms: number; reason: string | null };
  plan_requests: {
    bot_id: string;
    plan: PlanName;
    former_plan: PlanName;
    asked_at_ms: number;
    used: number;
    reset_at_ms: number;
    pace_calls: number | null;
    pace_span_ms: number | null;
    runs_out_at_ms: number | null;
    status: RequestStatus;
    answered_at_ms: number | null;
    answer: string;
  };
  bot_people: { bot_id: string; user_id: string; role: BotRole; joined_at_ms: number };
  bot_invitations: { bot_id: string; email: string; role: BotRole; issuer: string; created_at_ms: number };
  /** What a manager or viewer has read by itself, behind their mark. */
  read_events: { user_id: string; event_id: string; bot_id: string; due_at_ms: number };
  read_marks: { user_id: string; at_ms: number; event_id: string };
  mails: {
    /** For events derived from event and person, so that no event is mailed twice. */
    id: string;
    kind: MailKind;
    user_id: string;
    bot_id: string;
    event_id: string;
    recipient: string;
    /** Encrypted JSON of what the mail says, if that is secret. */
    sealed: string | null;
    created_at_ms: number;
    state: MailState;
    tries: number;
    /** While it is being sent, the end of that lease; `null` if it does not wait. */
    next_at_ms: number | null;
    /** The latest try; of a sent mail the one that succeeded. */
    tried_at_ms: number | null;
    /** The message that it was or is being sent in, with others of a summary; empty after a failed try. */
    message_id: string;
    reason: string;
  };
};
