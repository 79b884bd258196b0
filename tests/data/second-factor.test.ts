import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createVault } from '@/lib/auth/secrets';
import { issueFirstStep, readFirstStep } from '@/lib/auth/signed-tokens';
import { ANONYMOUS, OPERATOR, type PersonCaller } from '@/lib/domain/people/caller';
import { FIRST_STEP_MS, RECOVERY_CODES } from '@/lib/domain/people/second-factor';
import { ATTEMPTS_MAX, THROTTLE_WINDOW_MS } from '@/lib/domain/people/throttle';
import { DAY_MS, MINUTE_MS } from '@/lib/domain/quota/plan';
import { issueReset } from '@/lib/services/links/issue';
import { redeemLink } from '@/lib/services/links/redeem';
import { sendDueMails } from '@/lib/services/mails/send-due';
import { changeOwnPassword } from '@/lib/services/passwords/own';
import {
  confirmFactor,
  readOwnFactor,
  removeFactor,
  renewCodes,
  startFactor,
} from '@/lib/services/second-factor/own';
import { resetFactor } from '@/lib/services/second-factor/reset';
import { endOwnSessions } from '@/lib/services/sessions/end';
import { findSession } from '@/lib/services/sessions/find';
import type { Opened, SignedIn } from '@/lib/services/sessions/open';
import { findFirstStep, finishSignIn } from '@/lib/services/sessions/second-step';
import { signIn, signInWithIdentity } from '@/lib/services/sessions/sign-in';
import { changeUser } from '@/lib/services/users/change';
import { createUser } from '@/lib/services/users/create';
import { T0 } from '../support/data/accounts';
import { db, onEachDatabase, ports } from '../support/data/each-database';
import { mailbox } from '../support/data/ports';
import { accepted } from '../support/result';
import { codeAt } from '../support/second-factor';

const SECRET = 'the secret of the cookies, 32 chars';
const CLIENT = 'a browser';
const FROM = { address: '192.0.2.1', client: CLIENT };
const STEP_MS = 30_000;

let nowMs = T0;
/** Every code is of a step of its own. */
async function wait(ms = STEP_MS): Promise<void> {
  nowMs += ms;
  await db.setClock(nowMs);
}

/** A person with a browser, and what the tests know of them. */
class Person {
  email: string;
  password = 'a long enough passphrase 0';
  id = '';
  secret: string | null = null;
  /** The codes that were not used. */
  recovery: string[] = [];
  session: string | null = null;
  step: string | null = null;
  remembered: string | null = null;
  #next = 0;

  constructor(name: string) {
    this.email = `${name}@example.org`;
  }

  async create(): Promise<this> {
    const { email, password } = this;
    this.id = accepted(await createUser(ports, OPERATOR, { email, role: 'owner', password })).id;
    const identity = { provider: 'discord', subject: this.email };
    await ports.directory.write([], ({ identities }) => identities.insert(identity, this.id, nowMs));
    return this;
  }

  get ref() {
    return { email: this.email };
  }

  nextPassword(): string {
    this.#next += 1;
    return `a long enough passphrase ${this.#next}`;
  }

  codeAt(timestamp: number): string {
    if (this.secret === null) throw new Error('no secret');
    return codeAt(this.secret, timestamp);
  }

  async who(): Promise<PersonCaller | null> {
    const live = this.session === null ? null : await findSession(ports, this.session);
    return live?.who.kind === 'person' ? live.who : null;
  }

  /** Keeps what a browser keeps. */
  take(result: SignedIn | Opened): string {
    if (result.kind === 'signed-in') {
      this.session = result.sessionSecret;
      this.step = null;
    } else if (result.kind === 'code-needed') this.step = issueFirstStep(SECRET, result, CLIENT);
    return result.kind;
  }

  get from() {
    return { ...FROM, remembered: this.remembered };
  }

  async signIn(): Promise<string> {
    const request = { ...this.from, email: this.email, password: this.password, network: FROM.address };
    return this.take(await signIn(ports, { ...request, knownBrowserId: () => null }));
  }

  async discord(): Promise<string> {
    return this.take(
      await signInWithIdentity(ports, { provider: 'discord', subject: this.email }, this.from),
    );
  }

  async code(code: string, remembers = false): Promise<string> {
    const step = readFirstStep(SECRET, this.step ?? undefined, CLIENT);
    const result = await finishSignIn(ports, step, { code, remembers }, this.from);
    if (!result.ok) return 'refused';
    this.remembered = result.value.rememberToken ?? this.remembered;
    return this.take(result.value);
  }

  async enable(): Promise<void> {
    const who = await this.who();
    if (who === null) throw new Error('not signed in');
    accepted(await startFactor(ports, who, this.password));
    this.secret = accepted(await readOwnFactor(ports, who)).setUp?.secret ?? null;
    this.recovery = [...accepted(await confirmFactor(ports, who, this.codeAt(nowMs))).codes];
  }
}

const codesNear = (p: Person) => [-2, -1, 0, 1, 2].map((away) => p.codeAt(nowMs + away * STEP_MS));

/** A person whose second factor is on, and who is signed in. */
async function enabled(name: string): Promise<Person> {
  nowMs = T0;
  const p = await new Person(name).create();
  await wait(0);
  await p.signIn();
  await p.enable();
  return p;
}

/** What the model knows: the columns of the table in lib/services/second-factor/README.md. */
type Model = {
  readonly isOn: boolean;
  readonly isRemembered: boolean;
  readonly hasSession: boolean;
  /** What the browser keeps of a first step: nothing, one that lasts, or one that is over. */
  readonly step: 'none' | 'lasts' | 'over';
  readonly left: number;
};

type Event = {
  /** Whether it can happen now. */
  readonly when: (m: Model) => boolean;
  /** What it changes, and how it ends. */
  readonly becomes: (m: Model) => Partial<Model> & { readonly end: string };
  readonly run: (p: Person) => Promise<string>;
};

/** Without a factor, or in a remembered browser, the first step is enough. */
const firstStep = (m: Model) =>
  m.isOn && !m.isRemembered
    ? ({ step: 'lasts', end: 'code-needed' } as const)
    : ({ hasSession: true, step: 'none', end: 'signed-in' } as const);
/** A first step that was passed before a new password is over. */
const stepOver = (m: Model) => ({ step: m.step === 'none' ? 'none' : 'over' }) as const;
/** What ends every session and every remembered browser. */
const ENDED = { hasSession: false, isRemembered: false };
/** The outcome of a code, which is checked only in a first step that lasts. */
const finished = (m: Model, more: Partial<Model>) =>
  m.isOn && m.step === 'lasts'
    ? ({ hasSession: true, step: 'none', end: 'signed-in', ...more } as const)
    : { end: 'refused' };
const verdict = async (result: Promise<{ ok: boolean }>) => ((await result).ok ? 'done' : 'refused');
const withWho = async (p: Person, act: (who: PersonCaller) => Promise<{ ok: boolean }>) => {
  const who = await p.who();
  return who === null ? 'signed out' : verdict(act(who));
};

const hasStep = (m: Model) => m.step !== 'none';
const proofOf = (p: Person) => ({
  password: p.password,
  code: p.secret === null ? '123456' : p.codeAt(nowMs),
});
const turnedOff = (m: Model) =>
  m.isOn ? { isOn: false, left: 0, isRemembered: false, end: 'done' } : { end: 'refused' };

const EVENTS: Readonly<Record<string, Event>> = {
  password: { when: () => true, becomes: firstStep, run: (p) => p.signIn() },
  Discord: { when: () => true, becomes: firstStep, run: (p) => p.discord() },
  'reset link': {
    when: () => true,
    becomes: (m) => {
      const ended = { ...m, ...ENDED };
      return { ...ended, ...firstStep(ended) };
    },
    async run(p) {
      const { token } = accepted(await issueReset(ports, OPERATOR, p.ref));
      const password = p.nextPassword();
      const used = accepted(await redeemLink(ports, token, { password, keepsIdentities: true }, p.from));
      p.password = password;
      p.step = null;
      return p.take(used.signedIn);
    },
  },
  code: {
    when: hasStep,
    becomes: (m) => finished(m, {}),
    run: (p) => p.code(p.secret === null ? '123456' : p.codeAt(nowMs)),
  },
  'code, remembered': {
    when: hasStep,
    becomes: (m) => finished(m, { isRemembered: true }),
    run: (p) => p.code(p.secret === null ? '123456' : p.codeAt(nowMs), true),
  },
  'a code twice': {
    when: (m) => m.isOn && !m.isRemembered,
    becomes: () => ({ hasSession: true, step: 'lasts', end: 'refused' }),
    async run(p) {
      await p.signIn();
      const first = await p.code(p.codeAt(nowMs));
      await p.signIn();
      return first === 'signed-in' ? p.code(p.codeAt(nowMs)) : first;
    },
  },
  'recovery code': {
    when: (m) => hasStep(m) && (m.left > 0 || !m.isOn),
    becomes: (m) => finished(m, { left: m.left - 1 }),
    async run(p) {
      const end = await p.code(p.recovery.at(-1) ?? 'aaaa-aaaa-aaaa-aaaa');
      if (end === 'signed-in') p.recovery.pop();
      return end;
    },
  },
  'a recovery code twice': {
    when: (m) => m.isOn && !m.isRemembered && m.left > 0,
    becomes: (m) => ({ hasSession: true, step: 'lasts', left: m.left - 1, end: 'refused' }),
    async run(p) {
      await p.signIn();
      const code = p.recovery.pop() ?? '';
      const first = await p.code(code);
      await p.signIn();
      return first === 'signed-in' ? p.code(code) : first;
    },
  },
  'turn on': {
    when: (m) => m.hasSession,
    becomes: (m) => (m.isOn ? { end: 'refused' } : { isOn: true, left: RECOVERY_CODES, end: 'done' }),
    run: (p) =>
      p.secret === null
        ? p.enable().then(() => 'done')
        : withWho(p, (who) => startFactor(ports, who, p.password)),
  },
  'turn off': {
    when: (m) => m.hasSession,
    becomes: turnedOff,
    run: (p) => withWho(p, (who) => removeFactor(ports, who, proofOf(p))),
  },
  'turn off without a code': {
    when: (m) => m.hasSession && m.isOn,
    becomes: () => ({ end: 'refused' }),
    run: (p) => withWho(p, (who) => removeFactor(ports, who, { password: p.password, code: '' })),
  },
  'turn off without the password': {
    when: (m) => m.hasSession && m.isOn,
    becomes: () => ({ end: 'refused' }),
    run: (p) => withWho(p, (who) => removeFactor(ports, who, { ...proofOf(p), password: 'not it' })),
  },
  'new recovery codes': {
    when: (m) => m.hasSession,
    becomes: (m) => (m.isOn ? { left: RECOVERY_CODES, end: 'done' } : { end: 'refused' }),
    run: (p) =>
      withWho(p, async (who) => {
        const made = await renewCodes(ports, who, proofOf(p));
        if (made.ok) p.recovery = [...made.value.codes];
        return made;
      }),
  },
  'new password': {
    when: (m) => m.hasSession,
    becomes: (m) => ({ ...ENDED, ...stepOver(m), end: 'done' }),
    async run(p) {
      const next = p.nextPassword();
      const code = p.secret === null ? '' : p.codeAt(nowMs);
      const end = await withWho(p, (who) => changeOwnPassword(ports, who, p.password, next, code));
      p.password = next;
      return end;
    },
  },
  'new password without a code': {
    when: (m) => m.hasSession && m.isOn,
    becomes: () => ({ end: 'refused' }),
    run: (p) => withWho(p, (who) => changeOwnPassword(ports, who, p.password, 'another passphrase 1')),
  },
  'sign out everywhere': {
    when: (m) => m.hasSession,
    becomes: () => ({ ...ENDED, end: 'done' }),
    run: (p) => withWho(p, (who) => endOwnSessions(ports, who)),
  },
  'becomes an admin': {
    when: () => true,
    becomes: () => ({ isRemembered: false, end: 'done' }),
    async run(p) {
      accepted(await changeUser(ports, OPERATOR, p.ref, { role: 'owner' }));
      return verdict(changeUser(ports, OPERATOR, p.ref, { role: 'admin' }));
    },
  },
  'removed by the operator': {
    when: () => true,
    becomes: turnedOff,
    run: (p) => verdict(resetFactor(ports, p.ref)),
  },
};

onEachDatabase('the second factor', () => {
  it('does what its table says, in every order of events', async () => {
    // An admin who stays one.
    const other = {
      email: 'other@example.org',
      role: 'admin',
      password: 'a long enough passphrase',
    } as const;
    nowMs = T0;
    await createUser(ports, OPERATOR, other);
    let people = 0;
    // As often as all others together: what one meets between the two steps.
    const between = ['password', 'Discord', 'code', 'code, remembered', 'recovery code'];
    const orders = fc.array(fc.nat(), { minLength: 8, maxLength: 24 });
    await fc.assert(
      fc.asyncProperty(orders, fc.boolean(), async (order, isOn) => {
        const p = await new Person(`person${++people}`).create();
        let m: Model = {
          isOn,
          isRemembered: false,
          hasSession: isOn,
          step: 'none',
          left: isOn ? RECOVERY_CODES : 0,
        };
        if (isOn) {
          await wait();
          await p.signIn();
          await p.enable();
        }
        let stepAtMs = 0;
        const seen: string[] = [];
        for (const chosen of order) {
          // What can happen now.
          const possible = Object.keys(EVENTS).filter((name) => EVENTS[name]?.when(m));
          const names = [...possible, ...possible.filter((name) => between.includes(name))];
          const name = names[chosen % names.length] ?? '';
          const event = EVENTS[name];
          if (event === undefined) continue;
          // 5 wrong codes in 15 minutes are too many; a right one needs a step of time of its own.
          await wait(m.isOn && between.includes(name) ? STEP_MS : 4 * MINUTE_MS);
          if (m.step === 'lasts' && nowMs >= stepAtMs + FIRST_STEP_MS) m = { ...m, step: 'over' };
          const { end, ...change } = event.becomes(m);
          if (change.step === 'lasts') stepAtMs = nowMs;
          m = { ...m, ...change };
          seen.push(name);
          expect([...seen, await event.run(p)]).toEqual([...seen, end]);
          if (!m.isOn) p.secret = null;
          expect([...seen, (await p.who()) !== null]).toEqual([...seen, m.hasSession]);
          const left = await ports.directory.read(({ secondFactors }) => secondFactors.countCodes(p.id));
          expect([...seen, left]).toEqual([...seen, m.left]);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('accepts a code one step away from the database’s clock on either side, and none further', async () => {
    const p = await enabled('clock');
    const ends: string[] = [];
    for (const away of [-2, -1, 0, 1, 2]) {
      await wait(10 * STEP_MS);
      await p.signIn();
      ends.push(await p.code(p.codeAt(nowMs + away * STEP_MS)));
    }
    expect(ends).toEqual(['refused', 'signed-in', 'signed-in', 'signed-in', 'refused']);
  });

  it('lets one of two sign-ins with one code in, also at the same time', async () => {
    const p = await enabled('twice');
    await wait();
    await p.signIn();
    const { step } = p;
    const at = { code: p.codeAt(nowMs), remembers: false };
    const all = await Promise.all(
      Array.from({ length: 8 }, () =>
        finishSignIn(ports, readFirstStep(SECRET, step ?? '', CLIENT), at, FROM),
      ),
    );
    expect(all.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it('leaves used up what guessers at the account have used up, when its person proves the password', async () => {
    const person = await new Person('guessed').create();
    await person.signIn();
    const guess = async () => {
      const request = { ...FROM, email: person.email, password: 'a wrong passphrase', network: FROM.address };
      return (await signIn(ports, { ...request, knownBrowserId: () => null })).kind;
    };
    for (let i = 0; i < ATTEMPTS_MAX.account; i++) await guess();
    expect(await guess()).toBe('throttled');
    accepted(await startFactor(ports, (await person.who()) ?? ANONYMOUS, person.password));
    expect(await guess()).toBe('throttled');
  });

  it('checks five wrong codes in 15 minutes and twenty a day, and mails the person after each five', async () => {
    const p = await enabled('guessed');
    const box = mailbox();
    const guess = async () => {
      await p.signIn();
      const wrong =
        ['000000', '111111', '222222', '333333'].find((code) => !codesNear(p).includes(code)) ?? '';
      const step = readFirstStep(SECRET, p.step ?? undefined, CLIENT);
      const given = { code: wrong, remembers: false };
      const result = await finishSignIn({ ...ports, mailer: box.mailer }, step, given, FROM);
      return !result.ok && result.refusal.message.startsWith('This code is wrong');
    };
    const checked = [];
    for (let window = 0; window < 6; window++) {
      await wait(THROTTLE_WINDOW_MS);
      let count = 0;
      for (let i = 0; i < 8; i++) count += (await guess()) ? 1 : 0;
      checked.push(count);
    }
    expect(checked).toEqual([5, 5, 5, 5, 0, 0]);
    expect(await p.code(p.codeAt(nowMs))).toBe('refused');
    await sendDueMails({ ...ports, mailer: box.mailer }, new AbortController().signal);
    expect(box.letters.map(({ to, subject }) => [to, subject])).toEqual(
      Array.from({ length: 4 }, () => [p.email, 'Your second factor at Botmeter']),
    );
    await wait(DAY_MS);
    await p.signIn();
    expect(await p.code(p.codeAt(nowMs))).toBe('signed-in');
  });

  it('mails the person each use of a recovery code, with what to do if it was not them', async () => {
    const p = await enabled('recovered');
    const box = mailbox();
    await wait();
    await p.signIn();
    const step = readFirstStep(SECRET, p.step ?? undefined, CLIENT);
    const code = p.recovery.pop() ?? '';
    accepted(await finishSignIn({ ...ports, mailer: box.mailer }, step, { code, remembers: false }, FROM));
    await sendDueMails({ ...ports, mailer: box.mailer }, new AbortController().signal);
    expect(box.letters.map(({ to, sections }) => [to, sections[0]?.sentences[0]])).toEqual([
      [p.email, expect.stringMatching(/^A recovery code was used .* choose a new password/)],
    ]);
    expect(JSON.stringify(box.letters)).not.toContain(code);
  });

  it('with another AUTH_SECRET counts no code of the app, says so, and accepts recovery codes', async () => {
    const p = await enabled('other-secret');
    await wait();
    await p.signIn();
    const other = { ...ports, factorVault: createVault('another secret of 32 characters..', 'factors') };
    const step = readFirstStep(SECRET, p.step ?? undefined, CLIENT);
    expect(step && (await findFirstStep(other, step))).toEqual({ email: p.email, isReadable: false });
    const from = { ...FROM };
    for (let i = 0; i < 7; i++) {
      const refused = await finishSignIn(other, step, { code: p.codeAt(nowMs), remembers: false }, from);
      expect(refused).toMatchObject({ refusal: { message: expect.stringMatching(/another AUTH_SECRET/) } });
    }
    const code = p.recovery[0] ?? '';
    const ends = [];
    for (let i = 0; i < 2; i++)
      ends.push((await finishSignIn(other, step, { code, remembers: false }, from)).ok);
    expect(ends).toEqual([true, false]);
    expect(accepted(await readOwnFactor(other, (await p.who()) ?? ANONYMOUS)).isReadable).toBe(false);
  });
});
