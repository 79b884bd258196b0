/** Lines to paste into a shell. A key has no character that a shell would read; a variable in its place is read. */

/** Sends one report. */
export const reportCurl = (baseUrl: string, key: string, botId: string): string =>
  [
    `curl -X POST ${baseUrl}/api/v1/bots/stats`,
    `  -H "Authorization: Bearer ${key}"`,
    `  -H 'Content-Type: application/json'`,
    `  -d '{"botId":"${botId}","serverCount":1,"userCount":1}'`,
  ].join(' \\\n');

/** Reads the usage record. */
export const usageCurl = (baseUrl: string, key: string): string =>
  `curl ${baseUrl}/api/v1/usage -H "Authorization: Bearer ${key}"`;

/** The three steps that make a new bot report: install, code, run. */
export const firstReportSteps = (
  baseUrl: string,
  botId: string,
): readonly { readonly label: string; readonly code: string }[] => [
  { label: 'Install the client library', code: `npm install ${baseUrl}/client.tgz` },
  {
    label: 'Start it with your bot',
    code: [
      `import { BotmeterClient } from 'botmeter-client';`,
      `new BotmeterClient({ baseUrl: '${baseUrl}', apiKey: process.env.BOTMETER_KEY, botId: '${botId}' }).start(client);`,
    ].join('\n'),
  },
  { label: 'Run it with a key', code: 'BOTMETER_KEY=btm_… node bot.js' },
];
