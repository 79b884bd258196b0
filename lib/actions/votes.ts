'use server';

import { z } from 'zod';
import { textField, yes } from '@/lib/contract/form-fields';
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
import { formAction } from './form-action';

const toShown = ({ source, path, secret }: CreatedSource): ShownSourceValue => ({
  kind: source.kind,
  path,
  secret,
});

/** Adds a source to a bot, with `secret` if the list has issued one. */
export const addSourceAction = formAction(
  z.object({ botId: textField, kind: textField, name: textField, secret: textField }),
  createSource,
  { name: 'votes.add-source', message: 'The source is ready.', shows: toShown },
);

/** Deletes a source. */
export const deleteSourceAction = formAction(
  z.object({ sourceId: textField }),
  (ports, who, { sourceId }) => deleteSource(ports, who, sourceId),
  { name: 'votes.delete-source', message: 'The source is deleted.' },
);

/** Resumes a source, or pauses it: `on`. */
export const setSourceOnAction = formAction(
  z.object({ sourceId: textField, on: yes }),
  (ports, who, { sourceId, on }) => (on ? resumeSource : pauseSource)(ports, who, sourceId),
  {
    name: ({ on }) => (on ? 'votes.resume-source' : 'votes.pause-source'),
    message: (_, { on }) => (on ? 'The source is resumed.' : 'The source is paused.'),
  },
);

/** Gives a source another secret: `secret` if the list has issued one. `keep`: the old one stays good for a day. */
export const rotateSourceAction = formAction(
  z.object({ sourceId: textField, secret: textField, keep: yes }),
  (ports, who, { sourceId, secret, keep: keepsFormer }) =>
    rotateSource(ports, who, sourceId, { secret, keepsFormer }),
  { name: 'votes.rotate-source', message: 'The secret is rotated.', shows: toShown },
);

/** Purges a user from the votes of a bot. */
export const purgeVoterAction = formAction(
  z.object({ botId: textField, userId: textField }),
  (ports, who, { botId, userId }) => purgeUser(ports, who, botId, userId),
  { name: 'votes.purge', message: ({ votes }) => purgedText(votes) },
);

function purgedText(votes: number): string {
  if (votes === 0) return 'Nothing was known of this user.';
  return `Deleted: ${votes} ${votes === 1 ? 'vote' : 'votes'}${votes === COUNTED_MAX ? ' or more' : ''}.`;
}
