import { constants, getPriority, setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import { openContainer, readEnv } from '@/lib/container';
import type { Result } from '@/lib/services/result';
import { type Command, type Options, type Output, UsageError } from './command';
import { botCommands } from './commands/bot';
import { databaseCommands } from './commands/database';
import { historyCommands } from './commands/history';
import { keyCommands } from './commands/key';
import { markCommands } from './commands/mark';
import { userCommands } from './commands/user';
import { voteSourceCommands } from './commands/vote-source';
import { webhookCommands } from './commands/webhook';

const COMMANDS: readonly Command[] = [
  ...userCommands,
  ...botCommands,
  ...keyCommands,
  ...webhookCommands,
  ...voteSourceCommands,
  ...markCommands,
  ...databaseCommands,
  ...historyCommands,
];

const { PRIORITY_BELOW_NORMAL: BELOW_NORMAL } = constants.priority;

const DONE = 0;
const REFUSED = 1;
const WRONG_USAGE = 2;

/**
 * Runs one command and returns its exit status: 0 for success, 1 for a refusal with a one-line reason, 2 for wrong
 * usage.
 */
export async function main(args: readonly string[]): Promise<number> {
  const command = COMMANDS.find(({ name }) => name === args.slice(0, name.split(' ').length).join(' '));
  const wantsHelp = args.includes('--help') || args.includes('-h');
  const isJson = args.includes('--json');
  if (command === undefined) {
    if (isJson && !wantsHelp) report(isJson, 'usage', 'There is no such command.');
    const stream = wantsHelp ? process.stdout : process.stderr;
    stream.write(`Usage: npm run -s botmeter -- COMMAND [--json]\n\n${COMMANDS.map(helpLine).join('\n')}\n`);
    return wantsHelp ? DONE : WRONG_USAGE;
  }
  if (wantsHelp) {
    process.stdout.write(`${helpLine(command)}\n`);
    return DONE;
  }
  try {
    return await run(command, parse(command, args.slice(command.name.split(' ').length)), isJson);
  } catch (error) {
    const isUsage = error instanceof UsageError;
    const message = error instanceof Error ? error.message : String(error);
    report(isJson, isUsage ? 'usage' : 'failed', message);
    if (isUsage) process.stderr.write(`Usage: ${command.name} ${command.usage} [--json]\n`);
    return isUsage ? WRONG_USAGE : REFUSED;
  }
}

const helpLine = ({ name, usage, summary }: Command) => `  ${`${name} ${usage}`.trimEnd()}\n      ${summary}`;

function parse(command: Command, args: readonly string[]): Options {
  try {
    const options = { ...command.options, json: { type: 'boolean' } } as const;
    const argument = 'argument' in command ? command.argument : undefined;
    const parsed = parseArgs({ args: [...args], options, allowPositionals: argument !== undefined });
    if (argument === undefined) return parsed.values as Options;
    if (parsed.positionals.length !== 1) throw new Error(`Give exactly one ${argument}.`);
    return { ...(parsed.values as Options), [argument]: parsed.positionals[0] };
  } catch (error) {
    throw new UsageError(usageMessage(error));
  }
}

/** A misplaced argument may be a password, so it is not printed. */
function usageMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isArgument = 'code' in error && error.code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL';
  return isArgument ? 'There is an argument that belongs to no option.' : error.message;
}

async function run(command: Command, options: Options, isJson: boolean): Promise<number> {
  const result = await resultOf(command, options);
  if (!result.ok) {
    report(isJson, result.refusal.code, result.refusal.message);
    return REFUSED;
  }
  process.stdout.write(`${isJson ? JSON.stringify(result.value.json) : result.value.text}\n`);
  return DONE;
}

async function resultOf(command: Command, options: Options): Promise<Result<Output>> {
  const env = readEnv();
  if (command.isBesideServer) setPriority(Math.max(getPriority(), BELOW_NORMAL));
  if ('runOn' in command) return command.runOn(env.database, options, env.authSecret);
  const container = await openContainer({ ...env, logLevel: 'silent' });
  try {
    return await command.run(container.ports, options, env);
  } finally {
    await container.close();
  }
}

/** Prints the reason to standard error and, with `--json`, as a JSON line too. */
function report(isJson: boolean, code: string, message: string): void {
  const line = message.replaceAll('\n', ' ');
  if (isJson) process.stdout.write(`${JSON.stringify({ error: code, message: line })}\n`);
  process.stderr.write(`${line}\n`);
}
