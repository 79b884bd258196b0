import type { Operation } from '../operation';
import * as dashboard from './dashboard';
import { liveOperation, readyOperation } from './health';
import { addMarkOperation, pauseBotOperation, readMarksOperation, resumeBotOperation } from './marks';
import { archiveOperation, packageOperation } from './packages';
import { badgeOperation, chartOperation, publicPageOperation } from './public';
import { readAnalyticsOperation } from './read-analytics';
import { readBotDetailsOperation } from './read-bot-details';
import { readBotHistoryOperation } from './read-bot-history';
import { readBreakdownOperation } from './read-breakdown';
import { readStatsHistoryOperation } from './read-stats-history';
import { readUsageOperation } from './read-usage';
import { readOwnVotesOperation, readVotesOperation } from './read-votes';
import { receiveVoteOperation } from './receive-vote';
import { reportStatsOperation } from './report-stats';
import { sendHeartbeatOperation } from './send-heartbeat';
import { metricsOperation, openApiOperation } from './service';
import { storeWebhookOperation } from './store-webhook';
import { verifyKeyOperation } from './verify-key';

/** Every operation of the API; documented ones in the order of the documentation. */
export const OPERATIONS: readonly Operation[] = [
  reportStatsOperation,
  readUsageOperation,
  readBreakdownOperation,
  readBotDetailsOperation,
  readBotHistoryOperation,
  readStatsHistoryOperation,
  readAnalyticsOperation,
  readMarksOperation,
  addMarkOperation,
  pauseBotOperation,
  resumeBotOperation,
  readVotesOperation,
  readOwnVotesOperation,
  receiveVoteOperation,
  verifyKeyOperation,
  sendHeartbeatOperation,
  storeWebhookOperation,
  liveOperation,
  readyOperation,
  openApiOperation,
  metricsOperation,
  badgeOperation,
  chartOperation,
  publicPageOperation,
  packageOperation,
  archiveOperation,
  ...Object.values(dashboard),
];
