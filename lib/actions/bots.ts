'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import type { FormState } from '@/lib/contract/form-state';
import { paths } from '@/lib/contract/paths';
import type { Bot } from '@/lib/domain/bots/bot';
import { isPlanName } from '@/lib/domain/quota/plan';
import { changeBot } from '@/lib/services/bots/change';
import { createBot } from '@/lib/services/bots/create';
import { deleteBot } from '@/lib/services/bots/delete';
import { invalid, type Result } from '@/lib/services/result';
import { act } from './act';
import { field, has } from './fields';
import { formState, nothing } from './form-result';

const PLAN_ERROR = 'Choose one of the plans.';

/** Registers a bot from `id`, `name`, `owner` (an email address) and `plan`. */
export async function createBotAction(_: FormState, form: FormData): Promise<FormState> {
  const plan = field(form, 'plan');
  const result = await act('bot.create', async (ports, who): Promise<Result<Bot>> => {
    if (!isPlanName(plan)) return invalid(PLAN_ERROR, 'plan');
    const owner = { email: field(form, 'owner') };
    return createBot(ports, who, { id: field(form, 'id').trim(), name: field(form, 'name'), owner, plan });
  });
  if (result.ok) redirect(paths.bot(result.value.id).page);
  return formState(form, renamed(result, 'email', 'owner'), '', nothing);
}

/**
 * Changes those of `name`, `plan`, `owner` (email address) and `disabled` (`yes`, `no`; with it a `reason`) that the form has,
 * for bot `id`; with another owner `keys` (`revoke`, `keep`).
 */
export async function changeBotAction(_: FormState, form: FormData): Promise<FormState> {
  const result = await act('bot.change', async (ports, who): Promise<Result<Bot>> => {
    const plan = field(form, 'plan');
    if (has(form, 'plan') && !isPlanName(plan)) return invalid(PLAN_ERROR, 'plan');
    return changeBot(ports, who, field(form, 'id'), {
      ...(isPlanName(plan) && { plan }),
      ...(has(form, 'name') && { name: field(form, 'name') }),
      ...(has(form, 'owner') && { owner: { email: field(form, 'owner') } }),
      ...(has(form, 'owner') && { revokesKeys: chosenFor(field(form, 'keys')) }),
      ...(has(form, 'disabled') && { isDisabled: field(form, 'disabled') === 'yes' }),
      ...(has(form, 'reason') && { disabledReason: field(form, 'reason') }),
    });
  });
  if (result.ok) revalidatePath(paths.admin.bots);
  return formState(form, renamed(result, 'email', 'owner'), 'The changes are saved.', nothing);
}

/** Whether keys end with a change of owner; `null` if that was not chosen. */
const chosenFor = (keys: string): boolean | null =>
  keys === 'revoke' ? true : keys === 'keep' ? false : null;

/** Deletes the bot `id`. */
export async function deleteBotAction(_: FormState, form: FormData): Promise<FormState> {
  const result = await act('bot.delete', (ports, who) => deleteBot(ports, who, field(form, 'id')));
  if (result.ok) revalidatePath(paths.admin.bots);
  return formState(form, result, 'The bot and all its data are deleted.', nothing);
}

/** Renames an invalid field of a result to its name in the form. */
function renamed<T>(result: Result<T>, from: string, to: string): Result<T> {
  if (result.ok) return result;
  const { field, errors, ...refusal } = result.refusal;
  const nameOf = (name: string) => (name === from ? to : name);
  return {
    ok: false,
    refusal: {
      ...refusal,
      ...(field !== undefined && { field: nameOf(field) }),
      ...(errors && {
        errors: Object.fromEntries(Object.entries(errors).map(([name, why]) => [nameOf(name), why])),
      }),
    },
  };
}
