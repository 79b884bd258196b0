export type { PlanChange, QuotaChange } from './change-detector';
export { BotmeterClient } from './client';
export type { DiscordClient, DiscordShardingManager, DiscordShardUtil } from './discord';
export { BotmeterError, type BotmeterErrorCode, type Result } from './error';
export type { BotmeterEvents } from './events';
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
  ReportPoint,
  UsageBreakdown,
  UserVote,
  ValueRange,
  Vote,
  Votes,
  VotesQuery,
} from './records';
export type { PlainSource, Source } from './source';
export type { Receipt, Stats } from './stats';
export type { QuotaStatus, UsageRecord } from './usage-record';
