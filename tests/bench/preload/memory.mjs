/** Loaded before the product, under --expose-gc: tells on request what memory is in use once all garbage is gone. */
process.on('message', async () => {
  globalThis.gc?.();
  // What was freed goes back to the system a little later.
  await new Promise((resolve) => setTimeout(resolve, 500));
  globalThis.gc?.();
  process.send?.(process.memoryUsage());
});
