type Jwt = {
  readonly header: { readonly alg?: unknown };
  readonly payload: unknown;
  /** What the signature is of. */
  readonly signed: string;
  readonly signature: string;
};

const FORM = /^\s*(([\w-]+)\.([\w-]+))\.([\w-]+)\s*$/;

const decoded = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));

/** The parts of a JSON Web Token, whose signature is not checked; `null` for a text that is none. */
export function readJwt(text: string): Jwt | null {
  const [, signed = '', header = '', payload = '', signature = ''] = FORM.exec(text) ?? [];
  try {
    const { alg } = decoded(header) as Jwt['header'];
    return { header: { alg }, payload: decoded(payload), signed, signature };
  } catch {
    return null;
  }
}
