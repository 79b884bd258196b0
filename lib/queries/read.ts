import { BUILD_HEADER } from '@/lib/contract/dashboard-paths';

let updated = false;
const listeners = new Set<() => void>();

/** Every read of a page goes through here, so that one of an earlier build learns of the update. */
export async function read(path: string, options: RequestInit = {}): Promise<Response> {
  const response = await fetch(path, { cache: 'no-store', referrerPolicy: 'no-referrer', ...options });
  const build = response.headers.get(BUILD_HEADER);
  if (!updated && build !== null && build !== document.documentElement.dataset.build) {
    updated = true;
    for (const listener of listeners) listener();
  }
  return response;
}

/** How often a read for a file asks again for its turn. */
const WAITS_MAX = 60;

/** Reads a part of a file: while too many reads of the person wait, asks again as late as the service says. */
export async function readInTurn(path: string): Promise<Response> {
  for (let waits = 0; ; waits++) {
    const response = await read(path);
    if (response.status !== 429 || waits === WAITS_MAX) return response;
    const seconds = Number(response.headers.get('retry-after'));
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
}

/** Whether the service has been updated since this page was loaded. */
export const isUpdated = (): boolean => updated;

export function subscribeToUpdate(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
