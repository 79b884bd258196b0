import { createHash } from 'node:crypto';
import { createVault, secrets } from '@/lib/auth/secrets';
import { unsubscribeTokens } from '@/lib/auth/signed-tokens';
import { totp } from '@/lib/auth/totp';
import { voteProofs } from '@/lib/auth/vote-proofs';
import { createWebhookSender } from '@/lib/delivery/webhook-sender';
import { normalPassword } from '@/lib/domain/people/names';
import { timers } from '@/lib/jobs/timers';
import type { Directory, Passwords, Ports, Tables } from '@/lib/ports/ports';
import type { Letter, Mailer, MailResult } from '@/lib/ports/senders';
import { createReportHolds } from '@/lib/services/calls/report';

/** Slots for held reports. Nothing waits for the clock: a test ends the waits. */
export function manualHolds(maxMs = 2_000, slots?: number) {
  const waits: { readonly ms: number; readonly end: () => void }[] = [];
  const holds = createReportHolds({
    maxMs,
    ...(slots !== undefined && { slots }),
    monotonicMs: () => 0,
    wait: (ms, signal) =>
      new Promise((resolve) => {
        const settle = () => {
          signal.removeEventListener('abort', settle);
          resolve(!signal.aborted);
        };
        waits.push({ ms, end: settle });
        signal.addEventListener('abort', settle);
        if (signal.aborted) settle();
      }),
  });
  return { holds, waits };
}

/** As the real ones, which take 20 ms of a processor on purpose and have tests of their own (tests/unit/auth). */
const passwords: Passwords = {
  hash: async (password) => {
    const given = normalPassword(password);
    if (given === null) throw new RangeError('A password that is too long was not refused.');
    return createHash('sha256').update(given).digest('hex');
  },
  verify: async (passwordHash, password) =>
    normalPassword(password) !== null && passwordHash === (await passwords.hash(password)),
};

const AUTH_SECRET = 'the secret of a test, 32 characters';

/** The ports that are no database. Webhooks reach loopback addresses only. */
export const OTHER_PORTS: Omit<Ports, 'store' | 'directory'> = {
  passwords,
  secrets,
  voteProofs,
  // Holds no report.
  holds: manualHolds(0).holds,
  vault: createVault(AUTH_SECRET),
  factorVault: createVault(AUTH_SECRET, 'factors'),
  totp,
  factorPolicy: 'optional',
  ownersInvite: false,
  unsubscribeTokens: unsubscribeTokens(AUTH_SECRET),
  mailer: null,
  webhooks: createWebhookSender({ allow: ['127.0.0.0/8'], version: '0.0.0', nowMs: Date.now, ...timers }),
};

/** A mailer that keeps its letters; `results` are its answers to the next ones, and then it sends. */
export function mailbox() {
  const box = { letters: [] as Letter[], results: [] as (MailResult | Error)[] };
  const mailer: Mailer = {
    async send(letter) {
      box.letters.push(letter);
      const result = box.results.shift() ?? { isSent: true };
      if (result instanceof Error) throw result;
      return result;
    },
    close: async () => {},
  };
  return Object.assign(box, { mailer });
}

/** A directory whose writes go through `write`. */
export const writingBy = (directory: Directory, write: Directory['write']): Directory => ({
  read: (work) => directory.read(work),
  atOneTime: () => directory.atOneTime(),
  readHistory: (turn, work) => directory.readHistory(turn, work),
  write,
});

/** Ports whose first write does all its work and then stays open, uncommitted, until `end` is called. */
export function heldOpen(ports: Ports) {
  let isFirst = true;
  const [ended, end] = signal();
  const [isOpen, opened] = signal();
  const directory = writingBy(ports.directory, (locks, work) => {
    if (!isFirst) return ports.directory.write(locks, work);
    isFirst = false;
    return ports.directory.write(locks, async (tables, nowMs) => {
      const result = await work(tables, nowMs);
      opened();
      await ended;
      return result;
    });
  });
  return { ports: { ...ports, directory }, isOpen, end };
}

function signal(): [Promise<void>, () => void] {
  let send = () => {};
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  return [sent, send];
}

/** Wraps the ports so that `steps` records the name of every transaction and table method that is called. */
export function recordCalls(ports: Ports): { readonly ports: Ports; readonly steps: readonly string[] } {
  const steps: string[] = [];
  /** Records the calls of an object's methods and leaves their results as they are. */
  const named = <T extends object>(target: T, name: string): T =>
    new Proxy(target, {
      get: (of, member) => {
        const value: unknown = Reflect.get(of, member, of);
        // The votes of a history are a part of it.
        if (member === 'votes' && typeof value === 'object' && value !== null) return named(value, 'votes');
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          steps.push(`${name}.${String(member)}`);
          return value.apply(of, given);
        };
      },
    });
  const namedTables = (tables: Tables) =>
    Object.fromEntries(
      Object.entries(tables).map(([name, table]) => [name, named(table, name)]),
    ) as unknown as Tables;
  const { directory } = ports;
  return {
    steps,
    ports: {
      ...ports,
      store: named(ports.store, 'store'),
      directory: named<Ports['directory']>(
        {
          read: (work) => directory.read((tables, nowMs) => work(namedTables(tables), nowMs)),
          atOneTime: () => directory.atOneTime(),
          readHistory: (turn, work) =>
            directory.readHistory(turn, (history, place) => work(named(history, 'history'), place)),
          write: (locks, work) => directory.write(locks, (tables, nowMs) => work(namedTables(tables), nowMs)),
        },
        'directory',
      ),
    },
  };
}
