import { expect, test } from 'vitest';
import { actionRequest } from '@/tests/support/browser-jar';
import { makePerson, openSession, type Site } from '@/tests/support/site';
import { newSite } from '@/tests/support/test-site';

/** A request that does not come from a page at the service's own address is refused, with the two addresses. */

const SIGN_IN = 'lib/actions/sign-in.ts#signInAction';

type Setting = Readonly<Record<string, string>>;

async function withSite(env: Setting, check: (site: Site) => Promise<void>): Promise<void> {
  const site = await newSite(env);
  try {
    await check(site);
  } finally {
    await site.stop();
  }
}

/** What a page at `origin` gets from an action, and from a form without scripts. */
async function answers(site: Site, headers: Setting) {
  const fields = { email: 'owner@example.org', password: 'secret of a person' };
  const action = actionRequest(SIGN_IN, fields, headers);
  const plain = { method: 'POST', headers, body: new URLSearchParams(fields) };
  const target = `${site.origin}/login?callbackUrl=/bots/secret-of-a-query`;
  const responses = [await fetch(target, action), await fetch(target, plain)];
  return Promise.all(
    responses.map(async (response) => ({
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    })),
  );
}

test.each([
  [
    'APP_URL of another address',
    { APP_URL: 'https://bots.example.org' },
    {},
    'https://bots.example.org',
    /APP_URL=/,
  ],
  [
    'a proxy that is not trusted',
    {},
    { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'bots.example.org' },
    '',
    /TRUSTED_PROXIES/,
  ],
])('%s is explained to the person, and once in the log', async (_, env, forwarded, service, setting) => {
  await withSite(env, async (site) => {
    const headers = { origin: 'http://192.168.7.7:8080', ...forwarded };
    for (const { status, type, text } of await answers(site, headers)) {
      expect([status, type]).toEqual([403, 'text/plain']);
      expect(text).toContain(`at http://192.168.7.7:8080, but this service is at ${service || site.origin}`);
      expect(text).toMatch(setting);
    }
    const logged = site
      .output()
      .split('\n')
      .filter((line) => line.includes('192.168.7.7'));
    expect(logged).toHaveLength(1);
    expect(JSON.parse(logged[0] ?? '')).toMatchObject({
      level: 40,
      browser: 'http://192.168.7.7:8080',
      service: service || site.origin,
    });
    expect(site.output()).not.toMatch(/secret/);
  });
});

test('the first of several forwarded values counts, in any case', async () => {
  await withSite({ TRUSTED_PROXIES: '127.0.0.1,::1' }, async (site) => {
    const forwarded = {
      'x-forwarded-proto': 'HTTPS,http',
      'x-forwarded-host': 'Bots.example.org, inner:3000',
    };
    const [action] = await answers(site, { origin: 'https://bots.example.org', ...forwarded });
    expect(action?.status).toBe(200);
    expect(action?.text).toContain('is wrong');
  });
});

test('an action of an earlier build says that Botmeter was updated, with scripts and without', async () => {
  await withSite({}, async (site) => {
    const { email } = await makePerson(site, 'owner@example.org', 'owner');
    const { cookie } = await openSession(site, email);
    const own = { origin: site.origin, cookie };
    const id = '40'.padEnd(42, 'a');
    const scripted = await fetch(`${site.origin}/account`, {
      method: 'POST',
      body: '[]',
      headers: { ...own, 'next-action': id, 'content-type': 'text/plain;charset=UTF-8' },
    });
    // Next's client then throws the error that components/ui/use-form.ts turns into the notice.
    expect([scripted.status, scripted.headers.get('x-nextjs-action-not-found')]).toEqual([409, '1']);
    const form = new FormData();
    form.append(`$ACTION_ID_${id}`, '');
    form.append('zone', 'Europe/Berlin');
    const plain = await fetch(`${site.origin}/account`, { method: 'POST', headers: own, body: form });
    expect(plain.status).toBe(409);
    expect(await plain.text()).toContain('Botmeter was updated');
  });
});
