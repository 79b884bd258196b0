import { BOT_ROLES, type BotRole } from '@/lib/domain/people/bot-people';

export const ROLE_WORDS: Readonly<Record<BotRole, string>> = { manager: 'Manager', viewer: 'Viewer' };

export const ROLE_MAY: Readonly<Record<BotRole, string>> = {
  manager: 'You may do what its owner does, but for its people and its public page.',
  viewer: 'You see its pages and download its counts. You change nothing but your own alerts.',
};

export const ROLE_OPTIONS = BOT_ROLES.map((value) => ({ value, label: ROLE_WORDS[value] }));

export const ROLE_HINT =
  'A manager does what you do, but for people and the public page. A viewer sees pages, and no addresses, voters or people.';
