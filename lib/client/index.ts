export { BotmeterClient } from './client';
export { BotmeterError, type BotmeterErrorCode, type Result } from './error';
export type { BotmeterEvents, PlanChange, QuotaChange } from './events';
export type { BotmeterOptions } from './options';
export type {
  Analytics,
  Growth,
  Heartbeat,
  History,
  HistoryQuery,
  Mark,
  MarkOptions,
  Pause,
  PeriodPoint,
  QuotaStatus,
  Receipt,
  ReportPoint,
  Stats,
  UsageBreakdown,
  UsageRecord,
  UserVote,
  ValueRange,
  Vote,
  Votes,
  VotesQuery,
} from './records';
export type { DiscordClient, DiscordShardingManager, DiscordShardUtil, PlainSource, Source } from './source';
