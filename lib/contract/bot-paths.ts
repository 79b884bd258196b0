/** The calls of one bot (contract section 8). */
export const BOT_PATH = '/api/v1/bots/{botId}';
export const HISTORY_PATH = '/api/v1/bots/{botId}/history';
export const STATS_HISTORY_PATH = '/api/v1/bots/{botId}/stats/history';
export const ANALYTICS_PATH = '/api/v1/bots/{botId}/analytics';
