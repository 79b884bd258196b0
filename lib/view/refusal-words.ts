import type { ErrorCode } from '@/lib/domain/reports/refusal';

/** Refusals in a few words. Errors that are never recorded have none. */
const WORDS: Partial<Record<ErrorCode, string>> = {
  bot_disabled: 'Bot disabled',
  bot_mismatch: 'Id of another bot',
  body_too_large: 'Body too large',
  invalid_body: 'Invalid report',
  invalid_json: 'Not JSON',
  invalid_key: 'Key not valid',
  invalid_query: 'Invalid query',
  quota_exceeded: 'No calls left',
  too_many_pauses: 'Too many planned silences',
  too_many_changes: 'Too many changes',
  too_many_reads: 'Too many reads',
  unsupported_media_type: 'Wrong media type',
  update_too_soon: 'Too soon',
};

/** An error code in words; the code itself if there are none. */
export const refusalWords = (error: string): string =>
  Object.hasOwn(WORDS, error) ? (WORDS[error as ErrorCode] ?? error) : error;
