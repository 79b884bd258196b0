import { createApi } from '@/lib/api/api';
import type { ApiResponse } from '@/lib/api/operation';
import { secrets } from '@/lib/auth/secrets';
import { BOT_PATH, REPORT_PATH, USAGE_PATH } from '@/lib/contract/api-paths';
import { openSqliteStorage } from '@/lib/data/open-storage';
import SqliteDatabase from '@/lib/data/sqlite/driver.mjs';
import { OPERATOR } from '@/lib/domain/people/caller';
import { WakeSignal } from '@/lib/jobs/job';
import { createJobs } from '@/lib/jobs/list';
import { startJobs } from '@/lib/jobs/runner';
import { timers } from '@/lib/jobs/timers';
import type { Ports } from '@/lib/ports/ports';
import { isStorageUnavailable } from '@/lib/ports/storage-unavailable';
import { changeBot } from '@/lib/services/bots/change';
import { createReportHolds } from '@/lib/services/calls/report';
import { pauseBot } from '@/lib/services/silences/pause';
import { VoteInbox } from '@/lib/services/votes/inbox';
import { addWebhook, insertRegistered } from '@/tests/support/data/fixtures';
import { simulatedRandom } from './machine';
import { type Action, type Plan, tokenOf } from './plan';
import type { Process } from './scheduler';

export const START_MS = Date.UTC(2026, 5, 15, 3, 40, 0, 123);
const HOLD_MAX_MS = 2_000;
/** Jobs that are not waited for run less often than in the service, as each run costs a seed time. */
const RARE_MS = 400_000;
const PROMPT: Readonly<Record<string, number>> = {
  'renew-lease': 35_000,
  'find-silent-bots': 50_000,
  'fold-history': 100_000,
  'route-events': 50_000,
  'deliver-webhooks': 50_000,
};

/** One process of the service, from its start until it is killed; joined as lib/container.ts does. */
export type Instance = Awaited<ReturnType<typeof startInstance>>;

/** `fail` is called for an error that nobody expects. */
export async function startInstance(
  process: Process,
  file: string,
  nowMs: () => number,
  webhooks: Ports['webhooks'],
  fail: (error: unknown) => void,
) {
  const onError = (error: unknown) => {
    if (process.isAlive && !isStorageUnavailable(error)) fail(error);
  };
  const eventStored = new WakeSignal();
  const { store, directory } = await openSqliteStorage(file, {
    ...{ nowMs, poolMax: 1, open: (step) => step(), onConnectionLost: fail, onCheckpointError: fail },
    onEvents: eventStored.set,
  });
  const ports: Ports = {
    ...{ store, directory, secrets, webhooks, mailer: null, factorPolicy: 'optional', ownersInvite: false },
    holds: createReportHolds({ maxMs: HOLD_MAX_MS, ...timers }),
    vault: { seal: (text) => text, open: (text) => text },
    // Nothing that is simulated signs in or votes.
    ...({} as Pick<Ports, 'passwords' | 'unsubscribeTokens' | 'voteProofs' | 'factorVault' | 'totp'>),
  };
  const inbox = new VoteInbox(ports, () => Promise.resolve());
  const ofApi = { hashKey: secrets.hash, newRequestId: secrets.newId, onError, votes: { ports, inbox } };
  const api = createApi({ ...ports, ...ofApi });
  const jobs = createJobs({ auditSignInDays: 90, appUrl: undefined }, { eventStored, voteInbox: inbox }).map(
    (job) => ({ ...job, everyMs: Math.max(job.everyMs, PROMPT[job.name] ?? RARE_MS) }),
  );
  return { process, ports, api, runJobs: () => startJobs(jobs, ports, { random: simulatedRandom, onError }) };
}

/** Writes what a world has at its start, and returns the keys of the bots. */
export async function begin(ports: Ports, plan: Plan, file: string): Promise<string[]> {
  const keys: string[] = [];
  await ports.directory.write([], async (tables) => {
    await tables.folding.start(0);
    for (const { id, plan: name, ageMs } of plan.bots) {
      const bot = { id, plan: name, ownerId: 'owner', registeredAtMs: START_MS - ageMs };
      keys.push((await insertRegistered(tables, bot)).key);
    }
  });
  for (const { id: botId } of plan.bots) {
    const id = `00000000-0000-4000-8003-${botId.slice(-12)}`;
    await addWebhook(ports, { id, botId, host: `${botId}.example`, sealedAddress: id });
  }
  const database = new SqliteDatabase(file);
  for (const { id: botId, used } of plan.bots) {
    const report = database.prepare('INSERT INTO reports VALUES (?, ?, ?, ?, ?, 1)');
    for (const [i, beforeMs] of plan.oldReportsMs.entries())
      report.run(botId, START_MS - beforeMs, i + 1, 100 + ((i * 37) % 11), 5_000 - i * 13);
    const last = 'count(*), max(at_ms), server_count, user_count, shard_count';
    database
      .prepare(
        `UPDATE bots SET cycle_used = ?, history_due_at_ms = 0, (reports_total, last_report_at_ms, server_count, user_count,
          shard_count) = (SELECT ${last} FROM reports WHERE bot_id = bots.id) WHERE id = ?`,
      )
      .run(used, botId);
  }
  database.close();
  return keys;
}

type Body = { error?: string | null; message?: string; data?: Readonly<Record<string, unknown>> };
/** What a client was answered; `error` is `null` of a success. */
export type Answer = ReturnType<typeof answerOf>;

function answerOf({ status, headers, body }: ApiResponse) {
  const { error = null, message = '', data = {} }: Body = JSON.parse(String(body));
  const field = (name: string, pattern: RegExp) =>
    Number(pattern.exec(headers[name] ?? '')?.[1] ?? Number.NaN);
  const limit = field('RateLimit-Policy', /"quota";q=(\d+)/);
  const { 'Retry-After': retryAfter } = headers;
  return {
    ...{ status, error, data, limit, isOutcomeUnknown: /may have been stored/.test(message) },
    // As `RateLimit` and its policy show them; NaN without them.
    used: limit - field('RateLimit', /"quota";r=(\d+)/),
    untilResetMs: field('RateLimit', /"quota";r=\d+;t=(-?\d+)/) * 1_000,
    intervalMs: field('RateLimit-Policy', /"interval";q=1;w=(\d+)/) * 1_000,
    retryAfterMs: retryAfter === undefined ? null : Number(retryAfter) * 1_000,
  };
}

/** Sends a request of a plan by the key of its bot. `hangUp`: of its client. `null`: of no client of the API. */
export async function send(
  { api, ports }: Instance,
  { plan, keys }: { readonly plan: Plan; readonly keys: readonly string[] },
  action: Action,
  hangUp: AbortSignal,
): Promise<Answer | null> {
  const at = 'bot' in action ? action.bot : 0;
  const idAt = (index: number) => plan.bots[index]?.id ?? '';
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${keys[at]}`, 'content-type': 'application/json' };
    const readBody = async () => Buffer.from(JSON.stringify(body ?? null));
    const hold = () => ({ signal: hangUp, end: () => {} });
    return answerOf(await api.respond({ method, path, query: '', headers, readBody, hold }, api.find(path)));
  };
  switch (action.do) {
    case 'report': {
      const counts = { serverCount: tokenOf(action), userCount: 10_000 + (tokenOf(action) % 7) };
      return ask('POST', REPORT_PATH, { botId: idAt(action.named), ...counts });
    }
    case 'usage':
      return ask('GET', USAGE_PATH);
    case 'read':
      return ask('GET', BOT_PATH.replace('{botId}', idAt(at)));
    case 'heartbeat':
      return ask('POST', '/api/v1/heartbeat');
    case 'admin':
      await changeBot(ports, OPERATOR, idAt(at), action.change);
      return null;
    case 'pause':
      await pauseBot(ports, OPERATOR, idAt(at), { minutes: action.minutes });
      return null;
    default:
      return null;
  }
}
