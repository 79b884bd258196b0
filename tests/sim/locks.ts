import type { Session } from './database';

/** The server gave a transaction up because of another one: nothing was stored. */
export class Deadlock extends Error {}

type Waiter = { readonly session: Session; readonly isShared: boolean; readonly go: () => void };
type LockState = { holders: Map<Session, boolean>; waiting: Waiter[] };

/** Which sessions hold which names, and which wait for them, first come, first served. */
export class Locks {
  readonly #locks = new Map<string, LockState>();

  /** Resolves when the session holds the lock, or has ended. Rejects with Deadlock if it would wait for itself. */
  acquire(session: Session, name: string, isShared: boolean): Promise<void> {
    const state: LockState = this.#locks.get(name) ?? { holders: new Map(), waiting: [] };
    this.#locks.set(name, state);
    const others = [...state.holders].filter(([holder]) => holder !== session);
    const isFree =
      others.length === 0 || (isShared && state.waiting.length === 0 && others.every(([, shared]) => shared));
    if (isFree) {
      state.holders.set(session, isShared && state.holders.get(session) !== false);
      session.locks.add(name);
      return Promise.resolve();
    }
    session.waitsFor = name;
    if (this.#isCircle(session)) {
      session.waitsFor = null;
      return Promise.reject(new Deadlock(`A deadlock over ${name}.`));
    }
    return new Promise((go) => state.waiting.push({ session, isShared, go }));
  }

  /** Whether a session waits for itself. */
  #isCircle(first: Session): boolean {
    const seen = new Set<Session>();
    const waitsForFirst = (session: Session): boolean => {
      const state = session.waitsFor === null ? undefined : this.#locks.get(session.waitsFor);
      const ahead = [...(state?.holders.keys() ?? []), ...(state?.waiting.map((each) => each.session) ?? [])];
      return ahead.some((other) => {
        if (other === session) return false;
        if (other === first) return session !== first;
        if (seen.has(other)) return false;
        seen.add(other);
        return waitsForFirst(other);
      });
    };
    return waitsForFirst(first);
  }

  release(session: Session): void {
    const names = [...session.locks, ...(session.waitsFor === null ? [] : [session.waitsFor])];
    session.locks.clear();
    session.waitsFor = null;
    for (const name of names) {
      const state = this.#locks.get(name);
      if (state === undefined) continue;
      state.holders.delete(session);
      // Its own wait ends too: the caller finds that the connection has ended.
      for (const own of state.waiting.filter((each) => each.session === session)) own.go();
      state.waiting = state.waiting.filter((each) => each.session !== session);
      this.#grant(name, state);
    }
  }

  #grant(name: string, state: LockState): void {
    for (;;) {
      const next = state.waiting[0];
      if (next === undefined) break;
      const isFree =
        state.holders.size === 0 || (next.isShared && [...state.holders.values()].every(Boolean));
      if (!isFree) break;
      state.waiting.shift();
      state.holders.set(next.session, next.isShared);
      next.session.waitsFor = null;
      next.session.locks.add(name);
      next.go();
    }
    if (state.holders.size === 0 && state.waiting.length === 0) this.#locks.delete(name);
  }
}
