import type { Operation } from '../operation';
import {
  countUnreadOperation,
  listBotKeysOperation,
  listOwnBotsOperation,
  readActivityOperation,
  readBotOperation,
  readHistoryOperation,
  suggestBotsOperation,
  suggestPeopleOperation,
} from './dashboard';
import { liveOperation, readyOperation } from './health';
import { readAnalyticsOperation } from './read-analytics';
import { readBotDetailsOperation } from './read-bot-details';
import { readBotHistoryOperation } from './read-bot-history';
import { readStatsHistoryOperation } from './read-stats-history';
import { readUsageOperation } from './read-usage';
import { reportStatsOperation } from './report-stats';
import { sendHeartbeatOperation } from './send-heartbeat';
import { metricsOperation, openApiOperation } from './service';
import { verifyKeyOperation } from './verify-key';

/** Every operation of the API; documented ones in the order of the documentation. */
export const OPERATIONS: readonly Operation[] = [
  reportStatsOperation,
  readUsageOperation,
  readBotDetailsOperation,
  readBotHistoryOperation,
  readStatsHistoryOperation,
  readAnalyticsOperation,
  verifyKeyOperation,
  sendHeartbeatOperation,
  liveOperation,
  readyOperation,
  openApiOperation,
  metricsOperation,
  listOwnBotsOperation,
  suggestBotsOperation,
  suggestPeopleOperation,
  readBotOperation,
  readHistoryOperation,
  readActivityOperation,
  listBotKeysOperation,
  countUnreadOperation,
];
