import { expect, test } from 'vitest';
import { BrowserJar, isSignedIn, PASSWORD } from '@/tests/support/browser-jar';
import { makePerson, type Site } from '@/tests/support/site';
import { siteForFile } from '@/tests/support/test-site';

/** Two services on one host name: a browser sends the cookies of one port to the other. */

const [first, second] = [siteForFile(), siteForFile()];
const EMAIL = 'both@example.org';

/** One browser, whose jar is that of the host name. */
class OneHost extends BrowserJar {
  #at = '';
  override fetch(path: string, init?: RequestInit): Promise<Response> {
    return super.fetch(new URL(path, this.#at).href, init);
  }
  async at<T>({ origin }: Site, act: (jar: BrowserJar) => Promise<T>): Promise<T> {
    this.#at = origin;
    return act(this);
  }
}

test('do not end each other’s sessions, by signing in or out', async () => {
  for (const site of [first, second]) await makePerson(site, EMAIL, 'owner');
  const browser = new OneHost(first.origin);
  const signIn = (site: Site) => browser.at(site, (jar) => postSignIn(jar, site));
  await signIn(first);
  await signIn(second);
  expect(await browser.at(first, isSignedIn)).toBe(true);
  expect(await browser.at(second, isSignedIn)).toBe(true);
  await browser.at(second, (jar) => jar.signOut({ origin: second.origin }));
  expect(await browser.at(first, isSignedIn)).toBe(true);
  expect(await browser.at(second, isSignedIn)).toBe(false);
});

const postSignIn = (jar: BrowserJar, { origin }: Site) => jar.signIn(EMAIL, PASSWORD, '/', { origin });
