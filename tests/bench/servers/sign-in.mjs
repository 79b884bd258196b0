import { pageForm } from '../../support/page-form.mjs';
import { OWNER, PASSWORD } from '../seed/schema.mjs';

/** Signs in as a browser without scripts does, with the form of the page; returns the cookies of the session. */
export async function signIn(/** @type {string} */ origin) {
  const body = pageForm(await (await fetch(`${origin}/login`)).text(), 'password');
  body.set('email', OWNER);
  body.set('password', PASSWORD);
  const sent = { method: 'POST', headers: { origin }, body };
  const signedIn = await fetch(`${origin}/login`, { ...sent, redirect: 'manual' });
  return signedIn.headers
    .getSetCookie()
    .map((field) => field.split(';', 1)[0])
    .join('; ');
}
