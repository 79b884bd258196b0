import type { Endpoint } from '../operation';
import {
  countUnreadEndpoint,
  listBotKeysEndpoint,
  listOwnBotsEndpoint,
  readActivityEndpoint,
  readBotEndpoint,
  readHistoryEndpoint,
  suggestPeopleEndpoint,
} from './dashboard';
import { liveEndpoint, readyEndpoint } from './health';
import { readAnalyticsEndpoint } from './read-analytics';
import { readBotDetailsEndpoint } from './read-bot-details';
import { readBotHistoryEndpoint } from './read-bot-history';
import { readStatsHistoryEndpoint } from './read-stats-history';
import { readUsageEndpoint } from './read-usage';
import { reportStatsEndpoint } from './report-stats';
import { sendHeartbeatEndpoint } from './send-heartbeat';
import { metricsEndpoint, openApiEndpoint } from './service';
import { verifyKeyEndpoint } from './verify-key';

/** Every endpoint of the API; documented ones in the order of the documentation. */
export const ENDPOINTS: readonly Endpoint[] = [
  reportStatsEndpoint,
  readUsageEndpoint,
  readBotDetailsEndpoint,
  readBotHistoryEndpoint,
  readStatsHistoryEndpoint,
  readAnalyticsEndpoint,
  verifyKeyEndpoint,
  sendHeartbeatEndpoint,
  liveEndpoint,
  readyEndpoint,
  openApiEndpoint,
  metricsEndpoint,
  listOwnBotsEndpoint,
  suggestPeopleEndpoint,
  readBotEndpoint,
  readHistoryEndpoint,
  readActivityEndpoint,
  listBotKeysEndpoint,
  countUnreadEndpoint,
];
