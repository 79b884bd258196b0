import type { Endpoint } from '../endpoint';
import { listOwnBotsEndpoint } from './list-own-bots';
import { liveEndpoint } from './live';
import { metricsEndpoint } from './metrics';
import { openApiEndpoint } from './open-api';
import { readActivityEndpoint } from './read-activity';
import { readBotEndpoint } from './read-bot';
import { readBotDetailsEndpoint } from './read-bot-details';
import { readHistoryEndpoint } from './read-history';
import { readUsageEndpoint } from './read-usage';
import { readyEndpoint } from './ready';
import { reportStatsEndpoint } from './report-stats';

/** Every endpoint of the API; documented ones in the order of the documentation. */
export const ENDPOINTS: readonly Endpoint[] = [
  reportStatsEndpoint,
  readUsageEndpoint,
  readBotDetailsEndpoint,
  liveEndpoint,
  readyEndpoint,
  openApiEndpoint,
  metricsEndpoint,
  listOwnBotsEndpoint,
  readBotEndpoint,
  readHistoryEndpoint,
  readActivityEndpoint,
];
