'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { textField, yes } from '@/lib/contract/form-fields';
import { paths } from '@/lib/contract/paths';
import {
  answerBotInvitation,
  changePerson,
  invitePerson,
  leaveBot,
  removePerson,
  withdrawBotInvitation,
} from '@/lib/services/people/change';
import { formAction } from './form-action';

/** Asks whoever has the address `email` to become a person of a bot. */
export const invitePersonAction = formAction(
  z.object({ botId: textField, email: textField, role: textField }),
  invitePerson,
  {
    name: 'people.invite',
    message: ({ email, mailed }) =>
      `${
        mailed === 'all'
          ? `${email} is asked by mail.`
          : `If ${email} has an account, they are asked${mailed === 'known' ? ' by mail and' : ''} on “My bots”.`
      } Nothing changes until they accept.`,
  },
);

/** Withdraws what the address `email` was asked. */
export const withdrawBotInvitationAction = formAction(
  z.object({ botId: textField, email: textField }),
  (ports, who, { botId, email }) => withdrawBotInvitation(ports, who, botId, email),
  { name: 'people.withdraw', message: 'Withdrawn.' },
);

/** Accepts (`accepts`) or declines the caller's invitation to a bot. */
export const answerBotInvitationAction = formAction(
  z.object({ botId: textField, accepts: yes }),
  (ports, who, { botId, accepts }) => answerBotInvitation(ports, who, botId, accepts),
  {
    name: ({ accepts }) => (accepts ? 'people.join' : 'people.decline'),
    message: (_, { accepts }) => (accepts ? 'You have joined.' : 'Declined.'),
  },
);

/** Changes the role of a person of a bot. */
export const changePersonAction = formAction(
  z.object({ botId: textField, userId: textField, role: textField }),
  (ports, who, { role, ...ref }) => changePerson(ports, who, ref, role),
  { name: 'people.change', message: 'Saved.' },
);

/** Ends the role of a person of a bot. */
export const removePersonAction = formAction(
  z.object({ botId: textField, userId: textField }),
  removePerson,
  { name: 'people.remove', message: 'Removed.' },
);

/** Ends the caller's own role. */
export const leaveBotAction = formAction(
  z.object({ botId: textField }),
  (ports, who, { botId }) => leaveBot(ports, who, botId),
  { name: 'people.leave', shows: () => redirect(paths.bots) },
);
