/** The secret of a webhook endpoint, sent once to the page that made it (contract section 9). */
export type ShownSecretValue = { readonly secret: string };
