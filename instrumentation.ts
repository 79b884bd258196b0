/** Called by Next once, before it serves. */
export async function register() {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { prepareNextServer } = await import('@/lib/server/next-server');
    await prepareNextServer();
  }
}
