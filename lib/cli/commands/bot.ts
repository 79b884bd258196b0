import type { Bot } from '@/lib/domain/bots/bot';
import { OPERATOR } from '@/lib/domain/people/caller';
import { PLAN_NAMES } from '@/lib/domain/quota/plan';
import { changeBot } from '@/lib/services/bots/change';
import { createBot } from '@/lib/services/bots/create';
import { deleteBot } from '@/lib/services/bots/delete';
import { listBots } from '@/lib/services/bots/list';
import { setPublic } from '@/lib/services/bots/publish';
import { PAUSE_MS } from '@/lib/services/history/fold';
import { finishRemovals } from '@/lib/services/removals/finish';
import { pauseBot, resumeBot } from '@/lib/services/silences/pause';
import {
  type Command,
  formatResult,
  isoOrNull,
  oneOf,
  optional,
  required,
  table,
  textOption,
  UsageError,
} from '../command';

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS));

const toJson = ({ id, name, ownerId, plan, isDisabled, disabledReason, isPublic, registeredAtMs }: Bot) => ({
  id,
  name,
  ownerId,
  plan,
  disabled: isDisabled,
  disabledReason: disabledReason ?? null,
  public: isPublic ?? false,
  registeredAt: isoOrNull(registeredAtMs),
});

const changed = (what: string) => (bot: Bot) => ({
  json: toJson(bot),
  text: `${bot.name} (${bot.id}): ${what}.`,
});

export const botCommands: readonly Command[] = [
  {
    name: 'bot create',
    summary: 'register a bot for its owner',
    usage: '--id SNOWFLAKE --name NAME --owner EMAIL [--plan free|premium|business]',
    options: { plan: { ...textOption, default: 'free' } },
    async run(ports, options) {
      const input = {
        id: required(options, 'id'),
        name: required(options, 'name'),
        owner: { email: required(options, 'owner') },
        plan: oneOf(options, 'plan', PLAN_NAMES),
      };
      return formatResult(await createBot(ports, OPERATOR, input), (bot) => ({
        json: { id: bot.id },
        text: `Registered ${bot.name} (${bot.id}) on the ${bot.plan} plan.`,
      }));
    },
  },
  {
    name: 'bot list',
    summary: 'list the bots',
    usage: '',
    run: async (ports) =>
      formatResult(await listBots(ports, OPERATOR), (bots) => ({
        json: bots.map(toJson),
        text: table(
          ['ID', 'PLAN', 'STATE', 'NAME'],
          bots.map((b) => [b.id, b.plan, b.isDisabled ? 'disabled' : 'enabled', b.name]),
        ),
      })),
  },
  {
    name: 'bot set-plan',
    summary: 'change the plan from the next call on; used calls stay counted',
    usage: '--id S --plan free|premium|business',
    async run(ports, options) {
      const plan = oneOf(options, 'plan', PLAN_NAMES);
      const result = await changeBot(ports, OPERATOR, required(options, 'id'), { plan });
      return formatResult(result, changed(`now on the ${plan} plan`));
    },
  },
  {
    name: 'bot set-owner',
    summary:
      'give a bot to another person; --revoke-keys ends the keys that the former owner may know, and its people go without --keep-people',
    usage: '--id S --owner EMAIL [--revoke-keys] [--keep-people]',
    async run(ports, options) {
      const email = required(options, 'owner');
      const result = await changeBot(ports, OPERATOR, required(options, 'id'), {
        owner: { email },
        revokesKeys: options['revoke-keys'] === true,
        keepsPeople: options['keep-people'] === true,
      });
      return formatResult(result, changed(`now owned by ${email}`));
    },
  },
  ...(['disable', 'enable'] as const).map(
    (verb): Command => ({
      name: `bot ${verb}`,
      summary:
        verb === 'disable' ? 'refuse a bot’s calls; its owner sees the reason' : 'serve a bot’s calls again',
      usage: verb === 'disable' ? '--id S [--reason R]' : '--id S',
      async run(ports, options) {
        const { reason } = options;
        const change = {
          isDisabled: verb === 'disable',
          ...(typeof reason === 'string' && { disabledReason: reason }),
        };
        const result = await changeBot(ports, OPERATOR, required(options, 'id'), change);
        return formatResult(result, changed(`${verb}d`));
      },
    }),
  ),
  ...(['publish', 'unpublish'] as const).map(
    (verb): Command => ({
      name: `bot ${verb}`,
      summary: verb === 'publish' ? 'let anyone see a bot’s page, badges and charts' : 'end that',
      usage: '--id S',
      run: async (ports, options) =>
        formatResult(
          await setPublic(ports, OPERATOR, required(options, 'id'), verb === 'publish'),
          changed(verb === 'publish' ? 'is public' : 'is no longer public'),
        ),
    }),
  ),
  {
    name: 'bot pause',
    summary: 'plan a silence of a bot from now on, of which nobody is told',
    usage: '--id S --minutes N [--reason R]',
    async run(ports, options) {
      const [id, minutes] = [required(options, 'id'), Number(required(options, 'minutes'))];
      const paused = await pauseBot(ports, OPERATOR, id, { minutes, reason: optional(options, 'reason') });
      return formatResult(paused, ({ pausedUntilMs }) => ({
        json: { id, pausedUntil: isoOrNull(pausedUntilMs) },
        text: `${id}: its silence is planned until ${isoOrNull(pausedUntilMs)}.`,
      }));
    },
  },
  {
    name: 'bot resume',
    summary: 'end a planned silence',
    usage: '--id S',
    async run(ports, options) {
      const id = required(options, 'id');
      return formatResult(await resumeBot(ports, OPERATOR, id), () => ({
        json: { id, pausedUntil: null },
        text: `${id}: no silence is planned.`,
      }));
    },
  },
  {
    name: 'bot delete',
    summary: 'delete a bot with its reports, counters and keys',
    usage: '--id S --yes',
    async run(ports, options) {
      const id = required(options, 'id');
      if (options.yes !== true) throw new UsageError('--yes is missing: this cannot be undone.');
      const deleted = await deleteBot(ports, OPERATOR, id);
      // A server that runs must find the database free in between.
      if (deleted.ok) await finishRemovals(ports, undefined, undefined, pause);
      return formatResult(deleted, changed('deleted'));
    },
  },
];
