/** How often a read for a file asks again for its turn. */
const WAITS_MAX = 60;

/** Fetches a part of a file: while too many reads of the person wait, asks again as late as the service says. */
export async function fetchInTurn(path: string): Promise<Response> {
  for (let waits = 0; ; waits++) {
    const response = await fetch(path, { cache: 'no-store' });
    if (response.status !== 429 || waits === WAITS_MAX) return response;
    const seconds = Number(response.headers.get('retry-after'));
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
}
