'use server';

import { revalidatePath } from 'next/cache';
import type { FormState } from '@/lib/contract/form-state';
import { paths } from '@/lib/contract/paths';
import type { ShownSourceValue } from '@/lib/contract/shown';
import { COUNTED_MAX, purgeUser } from '@/lib/services/votes/purge';
import {
  type CreatedSource,
  createSource,
  deleteSource,
  pauseSource,
  resumeSource,
  rotateSource,
} from '@/lib/services/votes/sources';
import { act } from './act';
import { field } from './fields';
import { formState, nothing } from './form-result';

const toShown = ({ source, path, secret }: CreatedSource): ShownSourceValue => ({
  kind: source.kind,
  path,
  secret,
});
const showAgain = (botId: string) => revalidatePath(paths.bot(botId).votes);

/** Adds a source of the list `kind` under `name` to the bot `botId`, with `secret` if the list has issued one. */
export async function addSourceAction(
  _: FormState<ShownSourceValue>,
  form: FormData,
): Promise<FormState<ShownSourceValue>> {
  const botId = field(form, 'botId');
  const [kind, name, secret] = [field(form, 'kind'), field(form, 'name'), field(form, 'secret')];
  const result = await act('votes.add-source', (ports, who) =>
    createSource(ports, who, { botId, kind, name, secret }),
  );
  if (result.ok) showAgain(botId);
  return formState(form, result, 'The source is ready.', toShown);
}

/** Deletes the source `sourceId`. */
export async function deleteSourceAction(_: FormState, form: FormData): Promise<FormState> {
  const result = await act('votes.delete-source', (ports, who) =>
    deleteSource(ports, who, field(form, 'sourceId')),
  );
  if (result.ok) showAgain(result.value.botId);
  return formState(form, result, 'The source is deleted.', nothing);
}

/** Resumes the source `sourceId`, or pauses it: `on`. */
export async function turnSourceAction(_: FormState, form: FormData): Promise<FormState> {
  const isOn = field(form, 'on') === 'yes';
  const result = await act(isOn ? 'votes.resume-source' : 'votes.pause-source', (ports, who) =>
    (isOn ? resumeSource : pauseSource)(ports, who, field(form, 'sourceId')),
  );
  if (result.ok) showAgain(result.value.botId);
  return formState(form, result, isOn ? 'The source is resumed.' : 'The source is paused.', nothing);
}

/** Gives the source `sourceId` another secret: `secret` if the list has issued one. `keep`: the old one stays good for a day. */
export async function rotateSourceAction(
  _: FormState<ShownSourceValue>,
  form: FormData,
): Promise<FormState<ShownSourceValue>> {
  const secret = field(form, 'secret');
  const keepsFormer = field(form, 'keep') === 'yes';
  const result = await act('votes.rotate-source', (ports, who) =>
    rotateSource(ports, who, field(form, 'sourceId'), { secret, keepsFormer }),
  );
  if (result.ok) showAgain(result.value.source.botId);
  return formState(form, result, 'The secret is rotated.', toShown);
}

/** Purges the user `userId` from the votes of the bot `botId`. */
export async function purgeVoterAction(_: FormState, form: FormData): Promise<FormState> {
  const [botId, userId] = [field(form, 'botId'), field(form, 'userId')];
  const result = await act('votes.purge', (ports, who) => purgeUser(ports, who, botId, userId));
  if (!result.ok) return formState(form, result, '', nothing);
  showAgain(botId);
  const { votes } = result.value;
  const count =
    votes === COUNTED_MAX ? `${votes} votes or more` : `${votes} ${votes === 1 ? 'vote' : 'votes'}`;
  const message = votes === 0 ? 'Nothing was known of this user.' : `Purged: ${count}.`;
  return formState(form, result, message, nothing);
}
