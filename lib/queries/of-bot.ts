/** How the keys of all queries about bots begin. */
export const OF_BOTS = ['bot'] as const;

/** How the keys of all queries about a bot begin: a form that changes the bot has them read again. */
export const ofBot = (botId: string) => [...OF_BOTS, botId] as const;
