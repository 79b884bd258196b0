/** Forms of text that come in place of a key or an id, as names for messages: none shows any of the text. */

/** What languages make of a variable without a value. */
export const NO_VALUE = /^(?:undefined|null|none|nil|nan|\[object \w+\])$/i;

/** An example that was not replaced, or a variable that was not filled in. */
export const PLACEHOLDER =
  /^[<{[$%]|your|bot[ _-]?id|client[ _-]?id|api[ _-]?key|example|^x{3,}$|^\.+$|^(?:btm_)?(?:…|\.{3})$/i;

/** `1 character`, `42 characters`. */
export const charactersOf = ({ length }: string): string =>
  `${length} ${length === 1 ? 'character' : 'characters'}`;
