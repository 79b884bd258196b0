'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { optionalText, textField, yes } from '@/lib/contract/form-fields';
import { paths } from '@/lib/contract/paths';
import { PLAN_NAMES } from '@/lib/domain/quota/plan';
import { changeBot } from '@/lib/services/bots/change';
import { createBot } from '@/lib/services/bots/create';
import { deleteBot } from '@/lib/services/bots/delete';
import type { Result } from '@/lib/services/result';
import { formAction } from './form-action';

const plan = z.enum(PLAN_NAMES, 'Choose one of the plans.');

/** Registers a bot; its `owner` is an email address. */
export const createBotAction = formAction(
  z.object({ id: textField, name: textField, owner: textField, plan }),
  async (ports, who, { id, owner, ...bot }) =>
    asOwner(await createBot(ports, who, { ...bot, id: id.trim(), owner: { email: owner } })),
  { name: 'bot.create', shows: ({ id }) => redirect(paths.bot(id).page) },
);

/**
 * Changes those of `name`, `plan`, `owner` (email address) and `disabled` (with it a `reason`) that the form has; with another
 * owner `keys` (`revoke`, `keep`) and `people` (`keep`, or they go).
 */
export const changeBotAction = formAction(
  z.object({
    id: textField,
    name: optionalText,
    plan: plan.optional(),
    owner: optionalText,
    keys: optionalText,
    people: optionalText,
    disabled: yes.optional(),
    reason: optionalText,
  }),
  async (ports, who, { id, name, plan, owner, keys, people, disabled, reason }) =>
    asOwner(
      await changeBot(ports, who, id, {
        ...(plan !== undefined && { plan }),
        ...(name !== undefined && { name }),
        ...(owner !== undefined && {
          owner: { email: owner },
          revokesKeys: chosenFor(keys),
          keepsPeople: people === 'keep',
        }),
        ...(disabled !== undefined && { isDisabled: disabled }),
        ...(reason !== undefined && { disabledReason: reason }),
      }),
    ),
  { name: 'bot.change', message: 'The changes are saved.' },
);

/** Whether keys end with a change of owner; `null` if that was not chosen. */
const chosenFor = (keys: string | undefined): boolean | null =>
  keys === 'revoke' ? true : keys === 'keep' ? false : null;

/** Deletes a bot. */
export const deleteBotAction = formAction(
  z.object({ id: textField }),
  (ports, who, { id }) => deleteBot(ports, who, id),
  { name: 'bot.delete', message: 'The bot and all its data are deleted.' },
);

/** The service's `email` is the form's `owner`. */
function asOwner<T>(result: Result<T>): Result<T> {
  if (result.ok) return result;
  const { field, errors, ...refusal } = result.refusal;
  const nameOf = (name: string) => (name === 'email' ? 'owner' : name);
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
