'use server';

import { z } from 'zod';
import { optionalText, textField, yes } from '@/lib/contract/form-fields';
import { PLAN_NAMES } from '@/lib/domain/quota/plan';
import { pinBot } from '@/lib/services/bots/pin';
import { askForPlan, declinePlan, grantPlan } from '@/lib/services/bots/plan-request';
import { setPublic } from '@/lib/services/bots/publish';
import { changeSettings } from '@/lib/services/bots/settings';
import { parseSilentAfter } from '@/lib/view/silent-after';
import { formAction } from './form-action';

/** Sets what the form has of a bot: its name, its time until silent (`silentAfter`, may be empty, in `unit`). */
export const changeSettingsAction = formAction(
  z.object({
    botId: textField,
    name: optionalText,
    silentAfter: optionalText,
    unit: textField,
  }),
  (ports, who, { botId, name, silentAfter, unit }) =>
    changeSettings(ports, who, botId, {
      name,
      ...(silentAfter !== undefined && {
        silentAfterMs: parseSilentAfter(silentAfter, unit),
      }),
    }),
  { name: 'bot.change', message: 'Saved.' },
);

/** Publishes a bot, or takes its public page back. */
export const setPublicAction = formAction(
  z.object({ botId: textField, public: yes }),
  (ports, who, { botId, public: isPublic }) => setPublic(ports, who, botId, isPublic),
  {
    name: ({ public: isPublic }) => (isPublic ? 'bot.publish' : 'bot.unpublish'),
    message: (_, { public: isPublic }) => (isPublic ? 'Published.' : 'Unpublished.'),
  },
);

/** Shows the deploys of a bot on its public page, or hides them. */
export const setDeploysAction = formAction(
  z.object({ botId: textField, showsDeploys: yes }),
  (ports, who, { botId, showsDeploys }) => changeSettings(ports, who, botId, { showsDeploys }),
  { name: 'bot.change', message: 'Saved.' },
);

/** Pins a bot in the caller's list, or no longer. */
export const pinBotAction = formAction(
  z.object({ botId: textField, pinned: yes }),
  (ports, who, { botId, pinned }) => pinBot(ports, who, botId, pinned),
  { name: 'bot.pin' },
);

/** Asks for a larger plan for a bot. */
export const askForPlanAction = formAction(
  z.object({ botId: textField, plan: z.enum(PLAN_NAMES).nullable().catch(null) }),
  (ports, who, { botId, plan }) => askForPlan(ports, who, botId, plan),
  { name: 'bot.ask-plan', message: 'An admin sees your request.' },
);

const request = { botId: textField, askedAtMs: z.coerce.number().catch(Number.NaN) };

/** Gives a bot the plan that was asked for at `askedAtMs`. */
export const grantPlanAction = formAction(z.object(request), grantPlan, {
  name: 'bot.change',
  message: 'The bot has the larger plan now.',
});

/** Declines what was asked for a bot at `askedAtMs`, with a sentence: `answer`. */
export const declinePlanAction = formAction(
  z.object({ ...request, answer: textField }),
  (ports, who, { answer, ...ref }) => declinePlan(ports, who, ref, answer),
  { name: 'bot.decline-plan', message: 'The request is declined; its owner reads why.' },
);
