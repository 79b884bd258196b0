import type { Signs } from '@/lib/domain/silence';
import { OWN_SILENT_AFTER_MS } from '@/lib/domain/silence-terms';
import type { Tables } from '@/lib/ports/directory';

/** What the states of bots depend on besides their accounts. */
export const signsAt = async ({ serving }: Pick<Tables, 'serving'>, nowMs: number): Promise<Signs> => ({
  servingTimes: await serving.since(nowMs - OWN_SILENT_AFTER_MS.max),
});
