import { MINUTE_MS } from '@/lib/domain/quota/plan';
import { Clients } from './clients';
import { type Commit, changesOf, type Database } from './database';
import { Facts } from './facts';
import { checkCommit, checkSilences } from './invariants';
import { must } from './must';
import type { Plan } from './plan';

/** Sees every commit, every answer and every request to a webhook, and ends the run when a promise is broken. */
export class Oracle {
  readonly clients: Clients;
  readonly #database: Database;
  readonly #facts: Facts;
  /** Requests that are under way. */
  readonly #posts = new Set<{ readonly webhook: string; readonly instance: string }>();
  /** What receivers have accepted, and what was sent to them. */
  readonly #received = new Set<string>();
  readonly #sent = new Set<string>();

  constructor(database: Database, plan: Plan) {
    this.#database = database;
    this.#facts = new Facts(database);
    this.clients = new Clients(this.#facts, plan);
  }

  committed(commit: Commit): void {
    const learned = this.#facts.learn(commit);
    if (this.#database.commits[0] === commit) return;
    checkCommit(this.#facts, commit, learned);
    for (const accepted of learned.accepted) this.clients.checkOwn(accepted);
    for (const version of learned.versions) this.clients.checkHeard(version, commit.nowMs);
    for (const { before, after } of changesOf(commit, 'deliveries')) {
      const name = `${(before ?? after)?.endpoint_id} ${(before ?? after)?.event_id}`;
      const mayEnd = after !== undefined || before?.event_type === 'vote.created';
      must('outbox', mayEnd, `the delivery ${name} is lost`);
      const isNew = after?.state === 'delivered' && before?.state !== 'delivered';
      must(
        'outbox',
        !isNew || this.#received.has(name),
        `the delivery ${name} is shown as delivered, and was not`,
      );
    }
  }

  /** Faults from now on. */
  disturbed(): void {
    this.#facts.isDisturbed = true;
  }

  clockStepped(byMs: number): void {
    this.#facts.clockStepped(byMs);
  }

  /** A request to a webhook begins; the result says whether it was received. */
  posting(webhook: string, eventId: string, instance: string): (isDelivered: boolean) => void {
    const { hasStepped, isDisturbed } = this.#facts;
    const name = `${webhook} ${eventId}`;
    const other = [...this.#posts].find((post) => post.webhook === webhook && post.instance !== instance);
    const isAlone = other === undefined || hasStepped;
    must('leases', isAlone, `${instance} and ${other?.instance} send to ${webhook} at once`);
    const isOnce = isDisturbed || hasStepped || !this.#sent.has(name);
    must('outbox', isOnce, `${eventId} is sent twice to ${webhook}`);
    const post = { webhook, instance };
    this.#posts.add(post);
    this.#sent.add(name);
    return (isDelivered) => {
      this.#posts.delete(post);
      if (isDelivered) this.#received.add(name);
    };
  }

  /** Of an instance that was killed, nothing is under way any more. */
  ends(instance: string): void {
    for (const post of this.#posts) if (post.instance === instance) this.#posts.delete(post);
  }

  /** At the end, when nothing is disturbed any more. */
  ended(): void {
    this.clients.checkAgain();
    checkSilences(this.#facts);
    this.clients.checkSums();
    // Before the last minute; after a step back of the clock, what was due waits until the clock is there again.
    const untilMs = this.#facts.hasSteppedBack ? 0 : this.#database.nowMs - MINUTE_MS;
    for (const { id, at_ms: atMs, routed_at_ms: routedAtMs } of this.#database.rows('events')) {
      must('outbox', routedAtMs !== null || atMs > untilMs, `${id} is never routed`);
    }
    for (const { endpoint_id, event_id, state, tries, created_at_ms } of this.#database.rows('deliveries')) {
      const isDone = state !== 'waiting' || tries > 2 || created_at_ms > untilMs;
      must('outbox', isDone, `${event_id} still waits for ${endpoint_id} after ${tries} tries`);
    }
  }
}
