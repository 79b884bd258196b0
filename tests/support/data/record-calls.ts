import type { Tables } from '@/lib/ports/directory';
import type { Ports } from '@/lib/ports/ports';

/** Wraps the ports so that `steps` records the name of every transaction and table method that is called. */
export function recordCalls(ports: Ports): { readonly ports: Ports; readonly steps: readonly string[] } {
  const steps: string[] = [];
  /** Records the calls of an object's methods and leaves their results as they are. */
  const named = <T extends object>(target: T, name: string): T =>
    new Proxy(target, {
      get: (of, member) => {
        const value: unknown = Reflect.get(of, member, of);
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
          readHistory: (turn, work) =>
            directory.readHistory(turn, (history, place) => work(named(history, 'history'), place)),
          write: (locks, work) => directory.write(locks, (tables, nowMs) => work(namedTables(tables), nowMs)),
        },
        'directory',
      ),
    },
  };
}
