/** A whole key on its one way to the page that asked for it (contract section 7). */
export type ShownKeyValue = {
  readonly keyId: string;
  readonly key: string;
  readonly name: string;
  readonly botId: string;
};
