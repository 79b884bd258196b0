import { z } from 'zod';
import { parseVoteCursor, VOTE_KINDS } from '@/lib/domain/votes/vote';
import { timestamp } from './usage';

/** Query and 200 of a read of the votes, and the 200 of a delivery (contract section 10). */

const LIMIT_ERROR = 'Must be a whole number from 1 to 50.';
const CURSOR_ERROR = 'Must be "nextCursor" of an earlier response.';
const USER_ERROR = 'Must have 1 to 64 characters.';

export const votesQuery = z.object({
  limit: z
    .string()
    .regex(/^([1-9]|[1-4]\d|50)$/, { error: LIMIT_ERROR })
    .default('10')
    .describe('How many recent voters: 1 to 50'),
  cursor: z
    .string()
    .refine((text) => parseVoteCursor(text) !== null, { error: CURSOR_ERROR })
    .optional()
    .describe('`nextCursor` of the page before'),
  userId: z
    .string()
    .regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]{1,64}$/u, { error: USER_ERROR })
    .optional()
    .describe('A user: the response says whether their vote is good now'),
});

const count = z.int().min(0);

const voter = z
  .strictObject({
    userId: z.string(),
    username: z.string().nullable(),
    source: z.string().describe('The name of the source'),
    weight: z.int().min(1).max(100),
    votedAt: timestamp,
    expiresAt: timestamp,
  })
  .meta({ id: 'Voter' });

const all = z
  .strictObject({
    botId: z.string(),
    botName: z.string(),
    total: count.describe('Weighted, like every number here'),
    monthly: count.describe('Of the UTC month'),
    weekly: count.describe('Of the ISO week'),
    today: count.describe('Of the UTC day'),
    recentVoters: z.array(voter).describe('Newest first, of the last 30 days'),
    monthlyHistory: z
      .array(z.strictObject({ month: z.string().regex(/^\d{4}-\d{2}$/), votes: count }))
      .describe('The last 12 UTC months, the oldest first'),
    sources: z
      .array(
        z.strictObject({
          name: z.string(),
          kind: z.enum(VOTE_KINDS),
          total: count,
          lastVoteAt: timestamp.nullable(),
          isDeleted: z.literal(true).optional().describe('Only of a deleted source'),
        }),
      )
      .describe('Deleted ones too, if they have brought votes'),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'Votes' });
const ofUser = z
  .strictObject({
    voted: z.boolean().describe('Whether the vote is good now'),
    votedAt: timestamp.nullable(),
    expiresAt: timestamp.nullable(),
  })
  .meta({ id: 'UserVote' });

export const votesResponse = z.strictObject({
  success: z.literal(true),
  data: z.union([all, ofUser]).describe('With `userId`: {voted, votedAt, expiresAt} of that user'),
});

/** The months before the present one of the example. */
const months = ['03', '04', '05', '06', '07', '08', '09', '10', '11', '12'].map((month) => ({
  month: `2025-${month}`,
  votes: 0,
}));

export const VOTES_EXAMPLE = {
  success: true,
  data: {
    botId: '1234567890123456789',
    botName: 'TestBot',
    total: 5,
    monthly: 2,
    weekly: 2,
    today: 2,
    recentVoters: [
      {
        userId: '160105994217586689',
        username: 'Nelly',
        source: 'top.gg',
        weight: 2,
        votedAt: '2026-02-05T02:30:00.000Z',
        expiresAt: '2026-02-05T14:30:00.000Z',
      },
    ],
    monthlyHistory: [...months, { month: '2026-01', votes: 3 }, { month: '2026-02', votes: 2 }],
    sources: [{ name: 'top.gg', kind: 'topgg', total: 5, lastVoteAt: '2026-02-05T02:30:00.000Z' }],
    nextCursor: null,
  },
};

/** The body of a vote from a source of kind `generic`, as the document describes it; vote-bodies.ts reads it. */
export const deliveryBody = z
  .object({
    userId: z.string().min(1).max(64).describe('Who voted'),
    username: z.string().max(80).nullish().describe('Their name, to be shown'),
    weight: z.number().optional().describe('1 to 100; anything else counts as 1, more as 100'),
    votedAt: timestamp.nullish().describe('Now unless given; within the last 30 days'),
  })
  .meta({ id: 'VoteDelivery' });

export const deliveryResponse = z.strictObject({
  success: z.literal(true),
  data: z.strictObject({
    stored: z.boolean().describe('`false` for a repeat, a test, a downvote, and while the source is paused'),
  }),
});

export const DELIVERY_EXAMPLE = { success: true, data: { stored: true } };
