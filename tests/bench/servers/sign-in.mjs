import { OWNER, PASSWORD } from '../seed/schema.mjs';

/** Signs in as a browser without scripts does, with the form of the page; returns the cookies of the session. */
export async function signIn(/** @type {string} */ origin) {
  const page = await (await fetch(`${origin}/login`)).text();
  const [form = ''] = /<form[^>]*>(?:(?!<\/form>).)*name="password"/s.exec(page) ?? [];
  const body = new FormData();
  for (const [input] of form.matchAll(/<input type="hidden"[^>]*>/g)) {
    const [, name = ''] = /name="([^"]*)"/.exec(input) ?? [];
    const [, value = ''] = /value="([^"]*)"/.exec(input) ?? [];
    body.append(name, value.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
  }
  body.set('email', OWNER);
  body.set('password', PASSWORD);
  const signedIn = await fetch(`${origin}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin },
    body,
  });
  return signedIn.headers
    .getSetCookie()
    .map((field) => field.split(';', 1)[0])
    .join('; ');
}
