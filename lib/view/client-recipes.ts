/** Code to paste into a bot, by the library that it is written with. */

export type Recipe = { readonly library: string; readonly note?: string; readonly code: string };

/** For the JavaScript client, after `botmeter` was made as in the quick start; `client` is the bot's own. */
export const JAVASCRIPT_RECIPES: readonly Recipe[] = [
  {
    library: 'discord.js',
    note: 'A client that a ShardingManager starts reports the sum over all shards, once.',
    code: 'botmeter.start(client); // a Client or a ShardingManager',
  },
  {
    library: 'Eris',
    code: `botmeter.start({
  collect: () =>
    client.ready
      ? {
          serverCount: client.guilds.size,
          userCount: client.guilds.reduce((sum, guild) => sum + guild.memberCount, 0),
          shardCount: client.shards.size,
        }
      : null,
});`,
  },
  {
    library: 'dbots',
    note: 'Your poster counts for the library of your bot; it goes on posting to the lists as before.',
    code: `client.once('ready', () =>
  botmeter.start({
    collect: async () => ({
      serverCount: await poster.getServerCount(),
      userCount: await poster.getUserCount(),
    }),
  }),
);`,
  },
  {
    library: 'Any other library',
    note: 'The totals of the whole bot, or null while it is not ready, within 15 s; the function may be async.',
    code: `botmeter.start({
  collect: () => (isReady() ? { serverCount: 4, userCount: 273, shardCount: 1 } : null),
});`,
  },
];

/** For the Python client, after `botmeter` was made as on the page. */
export const PYTHON_RECIPES: readonly Recipe[] = [
  {
    library: 'discord.py, nextcord',
    note: 'A Client, a Bot or an AutoShardedBot. Guilds are read on its event loop, requests are made in a thread.',
    code: `@botmeter.on_refused
@botmeter.on_error
def problem(error):
    print("Botmeter:", error.message)

botmeter.start(client)
client.run(TOKEN)`,
  },
  {
    library: 'Any other library',
    note: 'The totals of the whole bot, or None while it is not ready, within 15 s; the function may be async.',
    code: `def count():
    return Stats(server_count=4, user_count=273, shard_count=1)

botmeter.start(count)`,
  },
];

/** Asks for a user's vote; `botmeter` as above. */
export const JAVASCRIPT_VOTE = `const vote = await botmeter.hasVoted(interaction.user.id);
if (vote.ok && vote.data.voted) giveReward(interaction.user, vote.data.expiresAt);`;
export const PYTHON_VOTE = `vote = await botmeter.has_voted(interaction.user.id)
if vote.ok and vote.data["voted"]:
    give_reward(interaction.user, vote.data["expiresAt"])`;
