/** Loaded before the product, with --expose-gc: sends the memory usage after garbage collection on request. */
process.on('message', async () => {
  globalThis.gc?.();
  // V8 returns freed memory to the system a little later.
  await new Promise((resolve) => setTimeout(resolve, 500));
  globalThis.gc?.();
  process.send?.(process.memoryUsage());
});
