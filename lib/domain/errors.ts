/** The closed list of API errors and the one table of their statuses (contract section 5). */
export const ERROR_STATUS = {
  invalid_json: 400,
  invalid_query: 400,
  invalid_body: 400,
  missing_key: 401,
  invalid_key: 401,
  bot_disabled: 403,
  bot_mismatch: 403,
  not_found: 404,
  method_not_allowed: 405,
  body_too_large: 413,
  unsupported_media_type: 415,
  update_too_soon: 429,
  quota_exceeded: 429,
  too_many_reads: 429,
  internal_error: 500,
  storage_unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;
