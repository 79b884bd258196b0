import type { ErrorCode } from '@/lib/domain/reports/refusal';

/**
 * The examples of the OpenAPI document. A test sends them to the service and validates the responses with the same
 * schemas.
 */

export const REPORT_EXAMPLE = { botId: '1234567890123456789', serverCount: 4, userCount: 273, shardCount: 1 };

export const REPORTED_EXAMPLE = {
  success: true,
  message: 'Stats updated successfully',
  data: {
    botId: '1234567890123456789',
    botName: 'TestBot',
    serverCount: 4,
    userCount: 273,
    shardCount: 1,
    updatedAt: '2026-01-24T04:13:56.771Z',
    tier: { name: 'free', updateIntervalMinutes: 30 },
  },
};

export const USAGE_EXAMPLE = {
  success: true,
  data: {
    bot: { id: '1234567890123456789', name: 'TestBot' },
    tier: {
      name: 'free',
      displayName: 'Free',
      updateIntervalMinutes: 30,
      features: { customWebhooks: false, prioritySupport: false, badge: 'none' },
    },
    usage: {
      apiCalls: {
        used: 150,
        limit: 1500,
        remaining: 1350,
        percentage: 10,
        status: 'healthy',
        message: 'Usage is well within the quota.',
      },
      reset: { at: '2026-02-18T03:00:00.000Z', inDays: 13, inHours: 312 },
    },
    updates: {
      interval: '30 minutes',
      lastUpdate: '2026-02-05T02:35:00.000Z',
      nextUpdateAllowedAt: '2026-02-05T03:05:00.000Z',
      minutesUntilNextUpdate: 5,
      canUpdateNow: false,
    },
    capabilities: { analyticsLevel: 'basic', historyDays: 7, updateIntervalMinutes: 30 },
    statistics: {
      avgCallsPerDay: 8.82,
      estimatedDaysRemaining: 153,
      usageHistory: [
        { date: '2026-02-04', calls: 48, rejected: 0 },
        { date: '2026-02-05', calls: 12, rejected: 1 },
      ],
    },
    upgrade: null,
  },
};

export const BOT_DETAILS_EXAMPLE = {
  success: true,
  data: {
    id: '1234567890123456789',
    name: 'TestBot',
    state: 'healthy',
    tier: { name: 'free', displayName: 'Free', updateIntervalMinutes: 30 },
    stats: { servers: 4, users: 273, shards: 1, lastStatsUpdate: '2026-02-05T02:35:00.000Z' },
    registeredAt: '2026-01-19T03:00:00.000Z',
    pausedUntil: null,
  },
};

const REQUEST_ID = '1f0e4c52-6b8d-4e0f-9d3a-0c6f2a7b9e11';

/** By error: when it occurs, the message of an example, and its details. */
const ERRORS: Readonly<Record<ErrorCode, readonly [when: string, message: string, details?: object]>> = {
  invalid_json: [
    'The body is not JSON.',
    'The body is not valid JSON at character 1: Names and texts need double quotes (").',
    { reason: 'Names and texts need double quotes (").', position: 1 },
  ],
  invalid_query: [
    'A query parameter is invalid.',
    'unit must be report, hour, day or auto.',
    {
      issues: [{ path: 'unit', message: 'Must be report, hour, day or auto.' }],
    },
  ],
  invalid_body: [
    'The body is not an object, or a field is missing or invalid.',
    'serverCount is missing: rename "guildCount" to "serverCount"; userCount must be a whole number from 0 to 10000000000, not a fraction.',
    {
      issues: [
        { path: 'serverCount', message: 'Is missing: rename "guildCount" to "serverCount".' },
        { path: 'userCount', message: 'Must be a whole number from 0 to 10000000000, not a fraction.' },
      ],
    },
  ],
  missing_key: [
    'No key was sent.',
    'There is no Authorization header. Send the API key as "Authorization: Bearer <key>".',
  ],
  invalid_key: [
    'The key is malformed, unknown, revoked or expired.',
    'The key is cut off: it has 39 characters. A key is "btm_" followed by 38 letters and digits.',
  ],
  bot_disabled: ['An admin disabled the bot.', 'An admin has disabled this bot.'],
  bot_mismatch: [
    '`botId` is not the bot of the key.',
    'This key belongs to a different bot than "botId": use a key from the page of the bot that you report for.',
  ],
  not_found: [
    'There is nothing at the path.',
    'There is nothing at this path. The page /docs lists the paths of the API.',
  ],
  method_not_allowed: ['The path does not support the method.', 'This path supports only GET.'],
  body_too_large: ['The body has more than 16 KiB.', 'The body may have at most 16384 bytes.'],
  unsupported_media_type: [
    'The body is not `application/json`, or is compressed.',
    'The Content-Type is missing. Send a JSON body with "Content-Type: application/json", not compressed.',
  ],
  update_too_soon: [
    'The interval of the plan has not elapsed.',
    'The Free plan accepts one report every 30 minutes. Try again in 1740 seconds.',
    {
      nextUpdateAllowedAt: '2026-01-19T03:50:00.000Z',
      retryAfterSeconds: 1740,
    },
  ],
  too_many_reads: [
    'Eight reads of this bot wait already; at most a few run at a time.',
    'Eight reads of this bot or person wait already, or the client hung up: wait for the responses before you send more. Nothing was counted.',
  ],
  too_many_pauses: [
    'A hundred planned silences of this bot began on this UTC day.',
    'A bot has at most 100 planned silences a day (UTC). Nothing was stored.',
  ],
  too_many_changes: [
    'Ten times within an hour the webhook was changed by a key of this bot.',
    "A bot's keys change its webhook at most 10 times an hour. Nothing was stored.",
  ],
  quota_exceeded: [
    'No calls are left in the cycle.',
    'All 1500 calls of this cycle are used. The next cycle starts at 2026-02-18T03:00:00.000Z.',
    {
      limit: 1500,
      resetAt: '2026-02-18T03:00:00.000Z',
      retryAfterSeconds: 1123200,
      upgrade: {
        tier: { name: 'premium', displayName: 'Premium' },
        apiCallsLimit: 10000,
        updateIntervalMinutes: 5,
        message: 'The Premium plan has 10000 calls per cycle and accepts a report every 5 minutes.',
      },
    },
  ],
  internal_error: [
    'A defect of the service; nothing was counted or stored.',
    'Something went wrong on our side; nothing was counted or stored.',
  ],
  storage_unavailable: [
    'The database did not confirm the call. The message says whether it may have been stored and counted.',
    'The database cannot store anything at the moment; nothing of this call was stored or counted. Try again soon.',
  ],
};

/** For every error: when it occurs, and an example body. */
export const ERROR_EXAMPLES = Object.fromEntries(
  Object.entries(ERRORS).map(([error, [when, message, details]]) => [
    error,
    { when, body: { success: false, error, message, requestId: REQUEST_ID, ...(details && { details }) } },
  ]),
) as Readonly<Record<ErrorCode, { readonly when: string; readonly body: object }>>;

/** Examples of the OpenAPI document for reads of the history; see examples.ts. */

export const HISTORY_EXAMPLE = {
  success: true,
  data: {
    from: '2026-02-04T02:00:00.000Z',
    to: '2026-02-05T03:00:00.000Z',
    unit: 'hour',
    points: [
      {
        at: '2026-02-04T02:00:00.000Z',
        reports: 2,
        servers: { first: 4, last: 5, min: 4, max: 5 },
        users: { first: 273, last: 281, min: 273, max: 281 },
        shards: 1,
      },
    ],
    gaps: [{ from: '2026-02-04T02:35:00.000Z', to: '2026-02-05T02:35:00.000Z' }],
  },
};

export const HISTORY_CSV_EXAMPLE = 'at,servers,users,shards\r\n2026-02-05T02:35:00.000Z,4,273,1\r\n';
