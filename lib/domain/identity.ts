/** A person's account at another provider: (provider, subject), never an e-mail address. */
export type Identity = { readonly provider: string; readonly subject: string };

export type ConnectedIdentity = Identity & { readonly connectedAtMs: number };
