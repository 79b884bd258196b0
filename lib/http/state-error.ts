import type { Account } from '@/lib/domain/account';
import type { ReportRefusal } from '@/lib/domain/decide';
import { BOT_DISABLED, BOT_MISMATCH, quotaExceeded, TOO_MANY_READS, updateTooSoon } from './errors';
import type { ApiError } from './reply';

/** The API error of a refusal, of a report or of a read, that depends on the account. */
export function stateError(
  error: ReportRefusal | 'too_many_reads',
  account: Account,
  nowMs: number,
  isReport = false,
): ApiError {
  switch (error) {
    case 'bot_disabled':
      return BOT_DISABLED;
    case 'bot_mismatch':
      return BOT_MISMATCH;
    case 'quota_exceeded':
      return quotaExceeded(account, nowMs, isReport);
    case 'too_many_reads':
      return TOO_MANY_READS;
    case 'update_too_soon':
      return updateTooSoon(account, nowMs);
  }
}
