import { z } from 'zod';
import {
  DEFAULT_SHARD_COUNT,
  isSnowflake,
  REPORT_BOUNDS,
  type Report,
  SNOWFLAKE_FORM,
} from '@/lib/domain/reports/report';
import { type CheckResult, checkObject, notCount, notSnowflake, type OtherNames } from './faults/body';
import { intervalMinutes, planName, serverCount, shardCount, timestamp, userCount } from './usage';

type Invalid = { readonly input?: unknown };

/** A whole number by value: `4.0` and `1e3` are, `-0` is 0 (contract section 3). */
const count = (field: keyof Report) => {
  const { min, max } = REPORT_BOUNDS[field];
  const rule = `a whole number from ${min} to ${max}`;
  const error = ({ input }: Invalid) =>
    input === undefined ? `Is missing: send ${rule}.` : `Must be ${rule}, ${notCount(input, min)}.`;
  return z
    .int({ error })
    .min(min, { error })
    .max(max, { error })
    .transform((value) => value + 0);
};

const ID_RULE = 'a string of 17 to 20 digits';
const idError = ({ input }: Invalid) =>
  input === undefined
    ? `Is missing: send your bot's id as ${ID_RULE}.`
    : `Must be ${ID_RULE}, ${notSnowflake(input)}.`;

/** The body of a report (contract section 3); unknown fields are dropped. */
export const reportBody = z
  .object({
    botId: z.string({ error: idError }).refine(isSnowflake, { error: idError }).meta({
      pattern: SNOWFLAKE_FORM.source,
      description: 'The bot of the key: its snowflake, as a string.',
    }),
    serverCount: count('serverCount'),
    userCount: count('userCount'),
    shardCount: count('shardCount').default(DEFAULT_SHARD_COUNT),
  })
  .meta({ id: 'Report' });
type ReportBody = z.output<typeof reportBody>;

/** What the fields are called by mistake, most often in the names of other services. */
export const REPORT_OTHER_NAMES: OtherNames = {
  botId: ['bot_id', 'botID', 'botid', 'BotId', 'bot', 'id', 'clientId', 'client_id', 'applicationId'],
  serverCount: [
    'server_count',
    'servercount',
    'ServerCount',
    'servers',
    'serversCount',
    'server',
    'guildCount',
    'guild_count',
    'guildcount',
    'guilds',
    'guildsCount',
  ],
  userCount: [
    'user_count',
    'usercount',
    'UserCount',
    'users',
    'usersCount',
    'memberCount',
    'member_count',
    'members',
    'membersCount',
  ],
};

export const checkReportBody = (value: unknown): CheckResult<ReportBody> =>
  checkObject(reportBody, value, REPORT_OTHER_NAMES);

/** The 200 of a report (contract section 3). */
export const reportResponse = z.strictObject({
  success: z.literal(true),
  message: z.literal('Stats updated successfully'),
  data: z
    .strictObject({
      botId: z.string(),
      botName: z.string(),
      serverCount,
      userCount,
      shardCount,
      updatedAt: timestamp,
      tier: z.strictObject({ name: planName, updateIntervalMinutes: intervalMinutes }),
    })
    .meta({ id: 'StoredReport' }),
});
