import type { Directory } from '@/lib/ports/directory';
import type { Ports } from '@/lib/ports/ports';

/** Ports whose write number `at` does all its work and then stays open, uncommitted, until `end` is called. */
export function heldOpen(ports: Ports, at = 1) {
  let writes = 0;
  const [ended, end] = signal();
  const [isOpen, opened] = signal();
  const directory: Directory = {
    read: (work) => ports.directory.read(work),
    readHistory: (turn, work) => ports.directory.readHistory(turn, work),
    write: (locks, work) => {
      if (++writes !== at) return ports.directory.write(locks, work);
      return ports.directory.write(locks, async (tables, nowMs) => {
        const result = await work(tables, nowMs);
        opened();
        await ended;
        return result;
      });
    },
  };
  return { ports: { ...ports, directory }, isOpen, end };
}

function signal(): [Promise<void>, () => void] {
  let send = () => {};
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  return [sent, send];
}
