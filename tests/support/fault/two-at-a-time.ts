/** Runs independent cases two at a time: most of their time is spent waiting for other programs. */
export async function twoAtATime<Case>(
  cases: Iterable<Case>,
  work: (one: Case, i: number) => Promise<void>,
): Promise<void> {
  const open = [...cases].entries();
  const worker = async () => {
    for (const [i, one] of open) await work(one, i);
  };
  await Promise.all([worker(), worker()]);
}
