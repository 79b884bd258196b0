import { REPORT_PATH } from '@/lib/contract/report-path';

/** curl commands to paste into a shell. A key contains no shell metacharacter; a variable in its place is expanded. */

/** Placeholder origin, replaced in the browser (RFC 2606: belongs to no one). */
export const ANY_ORIGIN = 'https://botmeter.example';

export type CurlCall = {
  readonly method: string;
  readonly url: string;
  /** Absent if the call needs no key. */
  readonly key?: string | undefined;
  /** A JSON body; must not contain `'`. */
  readonly json?: object | undefined;
};

/** The curl command of one API call: four lines with a body, else one. */
export function curl({ method, url, key, json }: CurlCall): string {
  const parts = [method === 'GET' ? `curl ${url}` : `curl -X ${method} ${url}`];
  if (key !== undefined) parts.push(`-H "Authorization: Bearer ${key}"`);
  if (json === undefined) return parts.join(' ');
  parts.push(`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(json)}'`);
  return parts.join(' \\\n  ');
}

/** Sends one report. */
export const reportCurl = (baseUrl: string, key: string, botId: string): string =>
  curl({
    method: 'POST',
    url: baseUrl + REPORT_PATH,
    key,
    json: { botId, serverCount: 1, userCount: 1 },
  });

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
