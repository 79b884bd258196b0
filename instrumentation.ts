/** Next calls this once, before it serves requests. */
export async function register() {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { prepareNextServer } = await import('./lib/server/next/prepare-next-server');
    await prepareNextServer();
  }
}
