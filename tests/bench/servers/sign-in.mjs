import { OWNER, PASSWORD } from '../seed/schema.mjs';

/** Signs in; returns the cookies of the session. */
export async function signIn(/** @type {string} */ origin) {
  const csrf = await fetch(`${origin}/api/auth/csrf`);
  const { csrfToken } = await csrf.json();
  const signedIn = await fetch(`${origin}/api/auth/callback/credentials`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, cookie: cookiesOf(csrf) },
    body: new URLSearchParams({ csrfToken, json: 'true', email: OWNER, password: PASSWORD }),
  });
  return cookiesOf(signedIn);
}

const cookiesOf = (/** @type {Response} */ { headers }) =>
  headers
    .getSetCookie()
    .map((field) => field.split(';', 1)[0])
    .join('; ');
