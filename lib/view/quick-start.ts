import { REPORT_PATH } from '@/lib/contract/api-paths';
import { curl } from './curl';

/** A complete program that sends a first report, and how it is run. */
export type Program = {
  readonly language: 'JavaScript' | 'Python' | 'curl';
  /** The command that installs the client library. */
  readonly install: string | null;
  /** What Yarn 4 needs instead, in `.yarnrc.yml`. */
  readonly yarn?: string;
  /** The file that holds `code`; `null` for a command. */
  readonly file: string | null;
  readonly code: string;
  readonly run: string | null;
};

/** The file of the Python client, with its SHA-256 in hexadecimal. */
export type Wheel = { readonly name: string; readonly sha256: string };

/** A bot and a key of it. */
type KeyedBot = { readonly id: string; readonly key: string };

type Target = {
  /** The service's origin or ANY_ORIGIN. */
  readonly baseUrl: string;
  /** `null` without a build. */
  readonly wheel: Wheel | null;
  readonly bot: KeyedBot;
};

/** The same first report of a bot in each language. */
export const firstPrograms = ({ baseUrl, wheel, bot }: Target): readonly Program[] => [
  {
    language: 'JavaScript',
    install: npmInstall(baseUrl),
    yarn: yarnSettings(baseUrl),
    file: 'bot.mjs',
    code: javascriptProgram(baseUrl, bot),
    run: 'node bot.mjs',
  },
  {
    language: 'Python',
    install: wheel && pipInstall(baseUrl, wheel),
    file: 'bot.py',
    code: pythonProgram(baseUrl, bot),
    run: 'python bot.py',
  },
  {
    language: 'curl',
    install: null,
    file: null,
    run: null,
    code: curl({
      method: 'POST',
      url: baseUrl + REPORT_PATH,
      key: bot.key,
      json: { botId: bot.id, serverCount: 4, userCount: 273 },
    }),
  },
];

/**
 * Installs the JavaScript client with npm, pnpm or Bun. The first command writes the project's `.npmrc`: without it a later
 * `npm ci` or `npm update` would ask the public registry for the name, which is not ours there.
 */
export const npmInstall = (baseUrl: string) =>
  `npm config set --location=project @botmeter:registry=${baseUrl}/npm/ && npm install @botmeter/client`;

/** The same for Yarn 4, in `.yarnrc.yml`. */
export const yarnSettings = (baseUrl: string) => `npmScopes:
  botmeter:
    npmRegistryServer: ${baseUrl}/npm`;

/** Sends one report with the JavaScript client. Without a bot, its id and key are variables of the environment. */
export const javascriptProgram = (baseUrl: string, bot: KeyedBot | null) =>
  `import { BotmeterClient } from '@botmeter/client';

const botmeter = new BotmeterClient({
  baseUrl: '${baseUrl}',
  apiKey: ${bot === null ? 'process.env.BOTMETER_KEY' : `'${bot.key}'`},
  botId: ${bot === null ? 'process.env.BOTMETER_BOT_ID' : `'${bot.id}'`},
});

// One report now. Put the counts of your bot in place of these.
botmeter.sendStats({ serverCount: 4, userCount: 273 }).then(console.log);

// In your bot instead, from then on by itself, with a discord.js Client or ShardingManager:
// botmeter.start(client);`;

/** Installs the Python client; pip refuses a file with another hash. */
export const pipInstall = (baseUrl: string, wheel: Wheel) =>
  `pip install ${baseUrl}/download/${wheel.name}#sha256=${wheel.sha256}`;

/** The same with the Python client. */
export const pythonProgram = (
  baseUrl: string,
  bot: KeyedBot | null,
): string => `${bot === null ? 'import os\n' : ''}from botmeter_client import BotmeterClient, Stats

botmeter = BotmeterClient(
    "${baseUrl}",
    ${bot === null ? 'os.environ["BOTMETER_KEY"]' : `"${bot.key}"`},
    ${bot === null ? 'os.environ["BOTMETER_BOT_ID"]' : `"${bot.id}"`},
)

# One report now. Put the counts of your bot in place of these.
print(botmeter.send_stats(Stats(server_count=4, user_count=273)).result())

# In your bot instead, from then on by itself, with a client of discord.py or nextcord:
# botmeter.start(client)`;
