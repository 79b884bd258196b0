/** What a person is told when Discord, or the way to it, failed, by the code in the address. */
export const DISCORD_FAILURES: readonly (readonly [code: string, sentence: string])[] = [
  ['discord-cancelled', 'You cancelled at Discord. Nothing was changed.'],
  [
    'discord-refused',
    'Discord refused this service: its client id or secret is wrong. An admin finds the reason in the log.',
  ],
  [
    'discord-unavailable',
    'Discord did not respond as expected, or asks for a pause. Try again in some minutes.',
  ],
  [
    'discord-lost',
    'What this browser began with Discord could not be finished: too much time passed, it was finished already, or this browser keeps no cookies for this site. Start again here.',
  ],
];
