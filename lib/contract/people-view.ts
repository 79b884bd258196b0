/** People whose name or address contains a text, for choosing one. */
export type PeopleView = { readonly people: readonly { readonly name: string; readonly email: string }[] };
