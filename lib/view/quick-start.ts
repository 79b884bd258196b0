/** What makes a bot report, step by step; the bot's page and the API reference show the same. */
export type Step = { readonly label: string; readonly code: string };

/**
 * `baseUrl` is the service's origin or ANY_ORIGIN. `clientFile` has a version: what stays the same under one address is what
 * a lockfile can hold. Without a bot, its id is a variable of the environment too.
 */
export const quickStart = (baseUrl: string, clientFile: string, botId: string | null): readonly Step[] => [
  { label: 'Install the client library', code: `npm install ${baseUrl}/${clientFile}` },
  {
    label: 'Start it with your bot',
    code: `import { BotmeterClient } from 'botmeter-client';

const botmeter = new BotmeterClient({
  baseUrl: '${baseUrl}',
  apiKey: process.env.BOTMETER_KEY,
  botId: ${botId === null ? 'process.env.BOTMETER_BOT_ID' : `'${botId}'`},
});
// Your discord.js Client or ShardingManager; it reports from now on.
botmeter.start(client);`,
  },
  {
    label: 'Run it with a key',
    code: [
      'export BOTMETER_KEY=btm_…',
      ...(botId === null ? ['export BOTMETER_BOT_ID=1234567890123456789'] : []),
      'node bot.mjs',
    ].join('\n'),
  },
];
