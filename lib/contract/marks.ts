import { z } from 'zod';
import { MARK_KINDS, MARK_TEXT_MAX } from '@/lib/domain/history/mark';
import { lineError } from '@/lib/domain/people/names';
import { PAUSE_MINUTES, PAUSE_REASON_MAX } from '@/lib/domain/silences/pause';
import { moment } from './history';
import { timestamp } from './usage';

/** Bodies, queries and responses of marks and planned silence (contract section 13). */

const TEXT_ERROR = `Must be a text of 1 to ${MARK_TEXT_MAX} characters.`;
const KIND_ERROR = `Must be ${MARK_KINDS.map((kind) => `"${kind}"`).join(', ')}.`;

/** A line of text; what is wrong with one is said in a sentence. */
const line = (what: 'reason' | 'text', max: number, error: string) =>
  z.string({ error }).superRefine((text, context) => {
    const message = lineError(text.trim(), what, max);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

export const markBody = z
  .object({
    text: line('text', MARK_TEXT_MAX, TEXT_ERROR).describe(`1 to ${MARK_TEXT_MAX} characters`),
    kind: z.enum(MARK_KINDS, { error: KIND_ERROR }).optional().describe('`note` unless given'),
    at: moment
      .optional()
      .describe(
        'ISO 8601 with a zone offset, within the history of the plan and at most 5 minutes ahead; now unless given',
      ),
  })
  .meta({ id: 'NewMark' });

const mark = z
  .strictObject({
    id: z.string(),
    at: timestamp,
    kind: z.enum(MARK_KINDS),
    text: z.string(),
  })
  .meta({ id: 'Mark' });

export const markResponse = z.strictObject({ success: z.literal(true), data: mark });

export const marksQuery = z.object({
  from: moment.optional().describe('ISO 8601 with a zone offset; 24 hours before `to` unless given'),
  to: moment.optional().describe('ISO 8601 with a zone offset; now unless given'),
});

export const marksResponse = z.strictObject({
  success: z.literal(true),
  data: z.strictObject({
    marks: z.array(mark).describe('Oldest first: the newest 500'),
    truncated: z.boolean().describe('Whether there are older ones in the span'),
  }),
});

const { min, max } = PAUSE_MINUTES;
const MINUTES_ERROR = `Must be a whole number from ${min} to ${max}.`;

export const pauseBody = z
  .object({
    minutes: z
      .int({ error: MINUTES_ERROR })
      .min(min, { error: MINUTES_ERROR })
      .max(max, { error: MINUTES_ERROR })
      .describe('How long, from now on'),
    reason: line('reason', PAUSE_REASON_MAX, `Must be a text of 1 to ${PAUSE_REASON_MAX} characters.`)
      .nullish()
      .describe(`At most ${PAUSE_REASON_MAX} characters, for the bot's pages`),
  })
  .meta({ id: 'Pause' });

export const pauseResponse = z.strictObject({
  success: z.literal(true),
  data: z.strictObject({ until: timestamp }),
});

export const resumeResponse = z.strictObject({
  success: z.literal(true),
  data: z.strictObject({ until: z.null() }),
});

const MARK = {
  id: '5f2b9c1e-7f0a-4a50-9b3c-2f6f6d3f6b11',
  at: '2026-02-05T02:35:00.000Z',
  kind: 'deploy',
  text: 'Version 2.4',
};
export const MARK_EXAMPLE = { success: true, data: MARK };
export const MARKS_EXAMPLE = { success: true, data: { marks: [MARK], truncated: false } };
export const PAUSE_EXAMPLE = { success: true, data: { until: '2026-02-05T03:05:00.000Z' } };
export const RESUME_EXAMPLE = { success: true, data: { until: null } };
