import { BOT_ROLES } from '@/lib/domain/people/bot-people';
import { OPERATOR } from '@/lib/domain/people/caller';
import { invitePerson, removePerson, withdrawBotInvitation } from '@/lib/services/people/change';
import { type PeopleOfBot, readPeople } from '@/lib/services/people/read';
import { type Command, formatResult, isoOrNull, oneOf, required, table } from '../command';

const rowsOf = ({ people, invitations }: PeopleOfBot) => [
  ...people.map(({ email, role, joinedAtMs }) => ({
    email,
    role,
    since: isoOrNull(joinedAtMs),
    isAsked: false,
  })),
  ...invitations.map(({ email, role, createdAtMs }) => ({
    email,
    role,
    since: isoOrNull(createdAtMs),
    isAsked: true,
  })),
];

export const botPersonCommands: readonly Command[] = [
  {
    name: 'bot-person add',
    summary: 'ask a person to become a manager or viewer of a bot; they answer on “My bots”',
    usage: `--id S --email E --role ${BOT_ROLES.join('|')}`,
    async run(ports, options) {
      const asked = { botId: required(options, 'id'), email: required(options, 'email') };
      const role = oneOf(options, 'role', BOT_ROLES);
      return formatResult(await invitePerson(ports, OPERATOR, { ...asked, role }), (invited) => ({
        json: invited,
        text: `Asked ${invited.email} to become a ${role} of ${invited.botId}.`,
      }));
    },
  },
  {
    name: 'bot-person remove',
    summary: 'end the role of a person with a bot, or withdraw what they were asked',
    usage: '--id S --email E',
    async run(ports, options) {
      const [botId, email] = [required(options, 'id'), required(options, 'email').trim().toLowerCase()];
      const found = await readPeople(ports, OPERATOR, botId);
      if (!found.ok) return found;
      const person = found.value.people.find((each) => each.email === email);
      const removed = person
        ? await removePerson(ports, OPERATOR, person)
        : await withdrawBotInvitation(ports, OPERATOR, botId, email);
      return formatResult(removed, () => ({
        json: { botId, email },
        text: `${email} has no role with ${botId}.`,
      }));
    },
  },
  {
    name: 'bot-person list',
    summary: 'list the managers and viewers of a bot, and who was asked',
    usage: '--id S',
    run: async (ports, options) =>
      formatResult(await readPeople(ports, OPERATOR, required(options, 'id')), (found) => ({
        json: rowsOf(found),
        text: table(
          ['ROLE', 'SINCE', 'STATE', 'EMAIL'],
          rowsOf(found).map(({ email, role, since, isAsked }) => [
            role,
            since ?? '',
            isAsked ? 'asked' : 'joined',
            email,
          ]),
        ),
      })),
  },
];
