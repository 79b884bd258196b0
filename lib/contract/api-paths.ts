/** The path for `GET` of the usage record (contract section 4). In its own file for the same reason as REPORT_PATH. */
export const USAGE_PATH = '/api/v1/usage';
/** What used the quota (contract section 12). */
export const VERIFY_PATH = '/api/v1/verify';
export const BREAKDOWN_PATH = '/api/v1/usage/breakdown';

/**
 * The path for `POST` of a report (contract section 3). In its own file, because pages show it without the validation
 * library.
 */
export const REPORT_PATH = '/api/v1/bots/stats';

/** The calls of one bot (contract section 8). */
export const BOT_PATH = '/api/v1/bots/{botId}';
export const HISTORY_PATH = '/api/v1/bots/{botId}/history';
export const STATS_HISTORY_PATH = '/api/v1/bots/{botId}/stats/history';
export const VOTES_PATH = '/api/v1/bots/{botId}/votes';
/** The votes of the key's bot. */
export const OWN_VOTES_PATH = '/api/v1/votes';

/** What anyone may see of a public bot (contract section 11). */
export const BADGE_PATH = '/badge/{botId}/{badge}';
export const CHART_PATH = '/chart/{botId}/{chart}';
export const PUBLIC_PAGE_PATH = '/b/{botId}';
/** The client library, for package managers (contract section 5). */
export const PACKAGE_PATH = '/npm/@botmeter/client';
export const ARCHIVE_PATH = '/npm/@botmeter/client/-/{archive}';
/** Where lists send votes (contract section 10). */
export const VOTE_HOOK_PATH = '/hooks/votes/{sourceToken}';
/** Marks and planned silence (contract section 13). */
export const MARKS_PATH = '/api/v1/bots/{botId}/marks';
export const PAUSE_PATH = '/api/v1/bots/{botId}/pause';
export const ANALYTICS_PATH = '/api/v1/bots/{botId}/analytics';

/** The pages' own reads, with the session's cookie. */
export const PEOPLE_PATH = '/api/dashboard/people';
export const BOT_NAMES_PATH = '/api/dashboard/bot-names';
export const PERSON_PATH = '/api/dashboard/person';
export const OWN_BOTS_PATH = '/api/dashboard/bots';
export const COMBINED_PATH = '/api/dashboard/bots-together';
export const BOT_VIEW_PATH = '/api/dashboard/bots/{botId}';
export const BOT_HEAD_PATH = '/api/dashboard/bots/{botId}/head';
export const BOT_HISTORY_PATH = '/api/dashboard/bots/{botId}/history';
export const ACTIVITY_PATH = '/api/dashboard/bots/{botId}/activity';
export const BOT_VOTES_PATH = '/api/dashboard/bots/{botId}/votes';
export const BOT_KEYS_PATH = '/api/dashboard/bots/{botId}/keys';

/** Response header of these reads: the build of the service, which pages of an earlier one compare with their own. */
export const BUILD_HEADER = 'X-Botmeter-Build';
