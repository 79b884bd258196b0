/** A complete key, sent once to the page that requested it (contract section 7). */
export type ShownKeyValue = {
  readonly keyId: string;
  readonly key: string;
  readonly name: string;
  readonly botId: string;
};
