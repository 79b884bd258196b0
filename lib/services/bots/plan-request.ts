import { rollForward } from '@/lib/domain/bots/account';
import type { BotListing } from '@/lib/domain/bots/bot';
import type { Caller } from '@/lib/domain/people/caller';
import { reasonError } from '@/lib/domain/people/names';
import { PLANS, type PlanName } from '@/lib/domain/quota/plan';
import { largerPlans, type PlanRequest, type PlanUse, planUse } from '@/lib/domain/quota/plan-request';
import type { Ports, Tables } from '@/lib/ports/ports';
import { conflict, done, invalid, notFound, type Result } from '../result';
import { may } from '../rights';
import { botLock, type WritePorts, writeAsAdmin } from '../write';
import { applyChange } from './change';
import { readOfBot, writeBot } from './find';

/** The plan of a bot and its latest request for another. */
type PlanState = {
  readonly plan: PlanName;
  /** The latest request, open or answered. */
  readonly request: PlanRequest | null;
  /** What may be asked for; empty while a request is open, on the largest plan, and while the bot is disabled. */
  readonly larger: readonly PlanName[];
  /** What an admin would see with a request that is made now; `null` if the stored counters cannot be read. */
  readonly use: PlanUse | null;
  /** Whether the caller is the owner, who alone asks. */
  readonly isOwner: boolean;
};

/** The plan and the request of a bot that `who` may manage. */
export async function readPlanState(
  ports: WritePorts,
  who: Caller,
  botId: string,
): Promise<Result<PlanState>> {
  return readOfBot(ports, who, botId, 'readPlanState', async (tables, bot, nowMs) => {
    const request = await tables.planRequests.find(botId);
    const isClosed = bot.isDisabled || request?.status === 'open';
    return {
      plan: bot.plan,
      request,
      larger: isClosed ? [] : largerPlans(bot.plan),
      use: await readUse(tables, botId, nowMs),
      isOwner: may(who, bot, 'askForPlan'),
    };
  });
}

async function readUse({ bots }: Tables, botId: string, nowMs: number): Promise<PlanUse | null> {
  const stored = await bots.findAccount(botId);
  return stored && planUse(rollForward(stored, nowMs), nowMs);
}

/** Asks for a larger plan of an own bot, with the use of its plan now. One request of a bot is open at a time. */
export async function askForPlan(
  ports: WritePorts,
  who: Caller,
  botId: string,
  plan: PlanName | null,
): Promise<Result<PlanRequest>> {
  return writeBot(ports, who, botId, 'askForPlan', async (tables, bot, nowMs, record) => {
    const present = await tables.planRequests.find(botId);
    if (present?.status === 'open')
      return conflict('A request is open already: an admin has to answer it first.');
    if (bot.isDisabled) return conflict('The bot is disabled: an admin has to enable it first.');
    if (plan === null || !largerPlans(bot.plan).includes(plan)) {
      return invalid(`Choose a plan that is larger than ${PLANS[bot.plan].displayName}.`, 'plan');
    }
    const use = await readUse(tables, botId, nowMs);
    if (use === null) return conflict('The counters of this bot cannot be read: ask the operator.');
    const request: PlanRequest = {
      botId,
      plan,
      ...use,
      askedAtMs: nowMs,
      status: 'open',
      answeredAtMs: null,
      answer: '',
    };
    await tables.planRequests.put(request);
    const after = { plan, used: use.used, runsOutAtMs: use.runsOutAtMs };
    await record('bot.ask-plan', botId, { before: { plan: bot.plan }, after });
    return done(request);
  });
}

/** The request that an admin answers: another one may be open by then. */
type RequestRef = { readonly botId: string; readonly askedAtMs: number };

const NOT_OPEN =
  'This request is no longer open: it was answered, or dropped with a change of owner. Reload the page.';

async function findOpen(
  { planRequests }: Tables,
  { botId, askedAtMs }: RequestRef,
): Promise<PlanRequest | null> {
  const request = await planRequests.find(botId);
  return request?.status === 'open' && request.askedAtMs === askedAtMs ? request : null;
}

/** Gives a bot the plan that its owner asked for, as a change of plan does (services/bots/change.ts). */
export async function grantPlan(ports: Ports, who: Caller, ref: RequestRef): Promise<Result<PlanRequest>> {
  return writeAsAdmin(ports, who, [botLock(ref.botId)], async (tables, nowMs, actor, record) => {
    const request = await findOpen(tables, ref);
    if (request === null) return notFound(NOT_OPEN);
    const changed = await applyChange(ports, { tables, nowMs, actor, record }, ref.botId, {
      plan: request.plan,
    });
    // The change has settled the request.
    return changed.ok ? done(request) : changed;
  });
}

/** Declines a request with a sentence that the owner reads. */
export async function declinePlan(
  ports: WritePorts,
  who: Caller,
  ref: RequestRef,
  sentence: string,
): Promise<Result<PlanRequest>> {
  return writeAsAdmin(ports, who, [botLock(ref.botId)], async (tables, nowMs, _, record) => {
    const answer = sentence.trim();
    const wrong = answer === '' ? 'Say why in a sentence: the owner reads it.' : reasonError(answer);
    if (wrong !== null) return invalid(wrong, 'answer');
    const request = await findOpen(tables, ref);
    if (request === null) return notFound(NOT_OPEN);
    const declined = { ...request, status: 'declined', answeredAtMs: nowMs, answer } as const;
    await tables.planRequests.put(declined);
    const after = { plan: request.plan, answer };
    await record('bot.decline-plan', ref.botId, { after });
    return done(declined);
  });
}

/** The most open requests that are listed at a time. */
const LISTED_MAX = 20;

/** Open requests, the oldest first, with their bots and owners. */
export type OpenRequests = {
  readonly count: number;
  readonly listed: readonly (Pick<BotListing, 'bot' | 'owner'> & { readonly request: PlanRequest })[];
};

/** The requests that wait for an admin, in a read of one. */
export async function openRequests({ planRequests, bots }: Tables): Promise<OpenRequests> {
  const open = await planRequests.listOpen(LISTED_MAX);
  if (open.length === 0) return { count: 0, listed: [] };
  const listings = new Map(
    (await bots.listByIds(open.map(({ botId }) => botId))).map((each) => [each.bot.id, each]),
  );
  const listed = open.flatMap((request) => {
    const listing = listings.get(request.botId);
    return listing === undefined ? [] : [{ bot: listing.bot, owner: listing.owner, request }];
  });
  return { count: open.length < LISTED_MAX ? open.length : await planRequests.countOpen(), listed };
}
