import type { Endpoint } from '../endpoint';
import { countUnreadEndpoint } from './count-unread';
import { listBotKeysEndpoint } from './list-bot-keys';
import { listOwnBotsEndpoint } from './list-own-bots';
import { liveEndpoint } from './live';
import { metricsEndpoint } from './metrics';
import { openApiEndpoint } from './open-api';
import { readActivityEndpoint } from './read-activity';
import { readAnalyticsEndpoint } from './read-analytics';
import { readBotEndpoint } from './read-bot';
import { readBotDetailsEndpoint } from './read-bot-details';
import { readBotHistoryEndpoint } from './read-bot-history';
import { readHistoryEndpoint } from './read-history';
import { readStatsHistoryEndpoint } from './read-stats-history';
import { readUsageEndpoint } from './read-usage';
import { readyEndpoint } from './ready';
import { reportStatsEndpoint } from './report-stats';
import { sendHeartbeatEndpoint } from './send-heartbeat';
import { suggestPeopleEndpoint } from './suggest-people';
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
