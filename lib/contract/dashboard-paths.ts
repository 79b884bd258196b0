/** The pages' own reads, with the session's cookie. */
export const PEOPLE_PATH = '/api/dashboard/people';
export const UNREAD_PATH = '/api/dashboard/unread';
export const OWN_BOTS_PATH = '/api/dashboard/bots';
export const BOT_VIEW_PATH = '/api/dashboard/bots/{botId}';
export const BOT_HISTORY_PATH = '/api/dashboard/bots/{botId}/history';
export const ACTIVITY_PATH = '/api/dashboard/bots/{botId}/activity';
export const BOT_KEYS_PATH = '/api/dashboard/bots/{botId}/keys';

/** Response header of these reads: the build of the service, which pages of an earlier one compare with their own. */
export const BUILD_HEADER = 'X-Botmeter-Build';
