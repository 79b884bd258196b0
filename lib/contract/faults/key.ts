import { isWellFormedKey, KEY_LENGTH, KEY_PREFIX } from '@/lib/domain/keys/key-text';
import { hiddenAt } from '@/lib/domain/text/hidden-characters';
import { charactersOf, NO_VALUE, PLACEHOLDER } from './body';

const QUOTES = /^["'`“”„‘’«<].*["'`“”‘’»>]$/;
const DISCORD_TOKEN = /^(?:Bot )?[\w-]{20,30}\.[\w-]{4,8}\.[\w-]{20,50}$/;

/** What is wrong with the text after `Bearer`, as one sentence that shows nothing of it; `null` if it has a key's form. */
export function keyFault(text: string): string | null {
  if (isWellFormedKey(text)) return null;
  if (text === '') return 'There is no key after "Bearer".';
  const hidden = hiddenAt(text);
  if (hidden !== null) return `The key contains an ${hidden}: copy it again, or delete the character.`;
  if (/^bearer[ \t]/i.test(text)) return 'The word "Bearer" is there twice.';
  if (NO_VALUE.test(text)) return 'The key is the text of a variable that has no value.';
  if (DISCORD_TOKEN.test(text))
    return "This looks like your bot's Discord token, which you should send to nobody else.";
  if (isWellFormedKey(text.slice(1, -1)) && QUOTES.test(text)) return 'The key is in quotes: leave them out.';
  if (PLACEHOLDER.test(text)) return 'This is a placeholder and not a key.';
  if (QUOTES.test(text)) return 'The key is in quotes: leave them out.';
  if (/\s/.test(text)) return 'The key has a blank in it, or there is more than one.';
  if (text.includes(',')) return 'The key has a comma in it, or there is more than one.';
  return wrongForm(text);
}

function wrongForm(text: string): string {
  const isPrefixed = text.startsWith(KEY_PREFIX);
  if (text.length === KEY_LENGTH && text === text.toLowerCase() && isPrefixed)
    return 'The key is in lower case: its letters must stay as they are.';
  if (!isPrefixed && text.toLowerCase().startsWith(KEY_PREFIX))
    return 'The key is in upper case: its letters must stay as they are.';
  if (!isPrefixed) return `The key has ${charactersOf(text)} and does not start with "${KEY_PREFIX}".`;
  if (text.length < KEY_LENGTH) return `The key is cut off: it has ${charactersOf(text)}.`;
  if (text.length > KEY_LENGTH) return `The key is too long: it has ${charactersOf(text)}.`;
  return 'The key has a typing error: its checksum is wrong.';
}
