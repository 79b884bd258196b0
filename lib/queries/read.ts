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

/** Whether the service has been updated since this page was loaded. */
export const isUpdated = (): boolean => updated;

export function subscribeToUpdate(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
