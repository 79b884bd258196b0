type Listener<Payload> = (payload: Payload) => unknown;
type Entry<Payload> = { readonly call: Listener<Payload>; readonly isOnce: boolean };

/**
 * A typed event emitter whose listeners cannot break the emitter: without an `error` listener nothing is thrown, and
 * errors of listeners (thrown or rejected) go to `onError`.
 */
export class Emitter<Events extends object> {
  readonly #listeners: { [Name in keyof Events]?: readonly Entry<Events[Name]>[] } = {};
  readonly #onError: (event: keyof Events, thrown: unknown) => void;

  constructor(onError: (event: keyof Events, thrown: unknown) => void) {
    this.#onError = onError;
  }

  add<Name extends keyof Events>(event: Name, call: Listener<Events[Name]>, isOnce: boolean): void {
    this.#listeners[event] = [...(this.#listeners[event] ?? []), { call, isOnce }];
  }

  remove<Name extends keyof Events>(event: Name, call: Listener<Events[Name]>): void {
    const entries = this.#listeners[event] ?? [];
    const index = entries.findIndex((entry) => entry.call === call);
    this.#listeners[event] = entries.filter((_, at) => at !== index);
  }

  has(event: keyof Events): boolean {
    return (this.#listeners[event] ?? []).length > 0;
  }

  emit<Name extends keyof Events>(event: Name, payload: Events[Name]): void {
    for (const { call, isOnce } of this.#listeners[event] ?? []) {
      if (isOnce) this.remove(event, call);
      try {
        const returned = call(payload);
        if (returned instanceof Promise) returned.catch((thrown) => this.#onError(event, thrown));
      } catch (thrown) {
        this.#onError(event, thrown);
      }
    }
  }
}
