import { parseArgs } from 'node:util';
import { closestMatch } from 'leven';
import { openContainer, readEnv } from '@/lib/container';
import { VERSION } from '@/lib/contract/version';
import type { Result } from '@/lib/services/result';
import { type Command, type Options, type Output, optionsOf, UsageError } from './command';
import { backupCommands } from './commands/backup';
import { botCommands } from './commands/bot';
import { botPersonCommands } from './commands/bot-person';
import { databaseCommands } from './commands/database';
import { historyCommands } from './commands/history';
import { keyCommands } from './commands/key';
import { markCommands } from './commands/mark';
import { userCommands } from './commands/user';
import { voteSourceCommands } from './commands/vote-source';
import { webhookCommands } from './commands/webhook';
import { Interrupted, type Io, processIo, write } from './io';
import { startProgress } from './progress-bar';

const COMMANDS: readonly Command[] = [
  ...userCommands,
  ...botCommands,
  ...botPersonCommands,
  ...keyCommands,
  ...webhookCommands,
  ...voteSourceCommands,
  ...markCommands,
  ...backupCommands,
  ...databaseCommands,
  ...historyCommands,
];

const DONE = 0;
const REFUSED = 1;
const WRONG_USAGE = 2;
/** As shells report a program that Ctrl-C ended. */
const INTERRUPTED = 130;

/** How an operator begins a command. */
const BEGINNING = process.env.BOTMETER ?? 'npm run -s botmeter --';
const FOR_HELP = `"${BEGINNING} --help" lists the commands.`;

/**
 * Runs one command and returns its exit status: 0 for success, 1 for a refusal with a one-line reason, 2 for wrong
 * usage, 130 after Ctrl-C at a prompt.
 */
export async function main(args: readonly string[], io: Io = processIo): Promise<number> {
  // `write` returns errors of the streams. They are emitted too, and without a listener that would end the process.
  for (const stream of [io.stdout, io.stderr]) stream.on('error', () => {});
  const command = COMMANDS.find(({ name }) => name === args.slice(0, name.split(' ').length).join(' '));
  const wantsHelp = args.includes('--help') || args.includes('-h');
  const isJson = args.includes('--json');
  if (wantsHelp) {
    const list = `Usage: ${BEGINNING} COMMAND [--json]\n\n${COMMANDS.map(helpLine).join('\n')}`;
    return print(io, command === undefined ? list : helpLine(command));
  }
  if (command === undefined && args[0] === '--version') {
    return print(io, isJson ? JSON.stringify({ version: VERSION }) : VERSION);
  }
  try {
    if (command === undefined) throw new UsageError(unknownCommand(args));
    return await run(command, parse(command, args.slice(command.name.split(' ').length)), isJson, io);
  } catch (error) {
    if (error instanceof Interrupted) {
      await write(io.stderr, `${error.message}\n`);
      return INTERRUPTED;
    }
    const isUsage = error instanceof UsageError;
    const message = error instanceof Error ? error.message : String(error);
    await report(io, isJson, isUsage ? 'usage' : 'failed', message);
    if (isUsage && command !== undefined)
      await write(io.stderr, `Usage: ${command.name} ${command.usage} [--json]\n`);
    return isUsage ? WRONG_USAGE : REFUSED;
  }
}

const helpLine = ({ name, usage, summary }: Command) => `  ${`${name} ${usage}`.trimEnd()}\n      ${summary}`;

/** What is wrong with the name of a command, and what may have been meant. Of the arguments only a plain first word is shown. */
function unknownCommand(args: readonly string[]): string {
  const [noun = '', verb = ''] = args.filter((arg, at) => at < 2 && !arg.startsWith('-'));
  if (noun === '') return `Name a command. ${FOR_HELP}`;
  const names = COMMANDS.map(({ name }) => name);
  const verbs = names.flatMap((name) => (name.startsWith(`${noun} `) ? [name.slice(noun.length + 1)] : []));
  const closest = (text: string) => closestMatch(text, names, { maxDistance: Math.ceil(text.length / 3) });
  const meant = closest(`${noun} ${verb}`.trimEnd()) ?? closest(noun);
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  if (verbs.length > 0) return `After "${noun}" comes one of ${verbs.join(', ')}.${hint} ${FOR_HELP}`;
  const shown = /^[a-z-]{1,20}$/.test(noun) ? `the name "${noun}"` : 'this name';
  return `No command has ${shown}.${hint} ${FOR_HELP}`;
}

function parse(command: Command, args: readonly string[]): Options {
  try {
    const options = optionsOf(command);
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

async function run(command: Command, options: Options, isJson: boolean, io: Io): Promise<number> {
  const result = await resultOf(command, options, io);
  if (!result.ok) {
    await report(io, isJson, result.refusal.code, result.refusal.message);
    return REFUSED;
  }
  const { json, text, note } = result.value;
  if (isJson) return print(io, JSON.stringify(json));
  const status = text === '' ? DONE : await print(io, text);
  if (note !== undefined) await write(io.stderr, `${note}\n`);
  return status;
}

async function resultOf(command: Command, options: Options, io: Io): Promise<Result<Output>> {
  const env = readEnv(io.env);
  if (command.isBesideServer) io.lowerPriority();
  const { progress, stop } = startProgress(io);
  try {
    const context = { env, io, progress };
    if ('runOn' in command) return await command.runOn(env.database, options, context);
    const container = await openContainer({ ...env, logLevel: 'silent' });
    try {
      return await command.run(container.ports, options, context);
    } finally {
      await container.close();
    }
  } finally {
    stop();
  }
}

/** Prints a result; returns the exit status. What was done stays done if it cannot be printed. */
async function print(io: Io, text: string): Promise<number> {
  const error = await write(io.stdout, `${text}\n`);
  if (error === null) return DONE;
  await write(io.stderr, `The command ran, but its output could not be written: ${error.message}\n`);
  return REFUSED;
}

/** Prints the reason to standard error and, with `--json`, as a JSON line too. */
async function report(io: Io, isJson: boolean, code: string, message: string): Promise<void> {
  const line = message.replaceAll('\n', ' ');
  if (isJson) await write(io.stdout, `${JSON.stringify({ error: code, message: line })}\n`);
  await write(io.stderr, `${line}\n`);
}
