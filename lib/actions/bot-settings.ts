'use server';

import { revalidatePath } from 'next/cache';
import type { FormState } from '@/lib/contract/form-state';
import { paths } from '@/lib/contract/paths';
import { isPlanName } from '@/lib/domain/quota/plan';
import { askForPlan, declinePlan, grantPlan } from '@/lib/services/bots/plan-request';
import { setPublic } from '@/lib/services/bots/publish';
import { changeSettings } from '@/lib/services/bots/settings';
import { parseSilentAfter } from '@/lib/view/silent-after';
import { act } from './act';
import { field, readerIn } from './fields';
import { formState, nothing } from './form-result';

/** Sets the `name` of the bot `botId`, and its time until silent: `silentAfter` (may be empty) in `unit`. */
export async function changeSettingsAction(_: FormState, form: FormData): Promise<FormState> {
  const botId = field(form, 'botId');
  const { locale } = readerIn(form);
  const silentAfterMs = parseSilentAfter(field(form, 'silentAfter'), field(form, 'unit'), locale);
  const result = await act('bot.change', (ports, who) =>
    changeSettings(ports, who, botId, { name: field(form, 'name'), silentAfterMs }),
  );
  if (result.ok) revalidatePath(paths.bot(botId).settings);
  return formState(form, result, 'The settings are saved.', nothing);
}

/** Turns Public on for the bot `botId` if `public` is `yes`, else off. */
export async function setPublicAction(_: FormState, form: FormData): Promise<FormState> {
  const [botId, isPublic] = [field(form, 'botId'), field(form, 'public') === 'yes'];
  const result = await act(isPublic ? 'bot.publish' : 'bot.unpublish', (ports, who) =>
    setPublic(ports, who, botId, isPublic),
  );
  if (result.ok) revalidatePath(paths.bot(botId).settings);
  const message = isPublic ? 'Anyone may see this bot now.' : 'Nobody else sees this bot any more.';
  return formState(form, result, message, nothing);
}

/** Asks for the larger `plan` for the bot `botId`. */
export async function askForPlanAction(_: FormState, form: FormData): Promise<FormState> {
  const [botId, plan] = [field(form, 'botId'), field(form, 'plan')];
  const result = await act('bot.ask-plan', (ports, who) =>
    askForPlan(ports, who, botId, isPlanName(plan) ? plan : null),
  );
  if (result.ok) revalidatePath(paths.bot(botId).settings);
  return formState(form, result, 'An admin sees your request.', nothing);
}

const requestIn = (form: FormData) => ({
  botId: field(form, 'botId'),
  askedAtMs: Number(field(form, 'askedAtMs')),
});

/** Gives the bot `botId` the plan that was asked for at `askedAtMs`. */
export async function grantPlanAction(_: FormState, form: FormData): Promise<FormState> {
  const result = await act('bot.change', (ports, who) => grantPlan(ports, who, requestIn(form)));
  if (result.ok) revalidatePath(paths.admin.overview);
  return formState(form, result, 'The bot has the larger plan now.', nothing);
}

/** Declines what was asked for the bot `botId` at `askedAtMs`, with a sentence: `answer`. */
export async function declinePlanAction(_: FormState, form: FormData): Promise<FormState> {
  const result = await act('bot.decline-plan', (ports, who) =>
    declinePlan(ports, who, requestIn(form), field(form, 'answer')),
  );
  if (result.ok) revalidatePath(paths.admin.overview);
  return formState(form, result, 'The request is declined; its owner reads why.', nothing);
}
