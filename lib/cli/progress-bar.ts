import cliProgress from 'cli-progress';
import type { Progress } from '@/lib/ports/progress';
import type { Io } from './io';

/** Shorter work shows nothing. */
const TERMINAL_AFTER_MS = 1_000;
/** Elsewhere, such as in a log of cron, a line each. */
const LINE_EVERY_MS = 10_000;

/** Shows on standard error what is done and left: a bar on a terminal, else a line every ten seconds. */
export function startProgress({ stderr }: Io): { readonly progress: Progress; readonly stop: () => void } {
  const isTerminal = stderr.isTTY === true;
  const bar = new cliProgress.SingleBar({
    stream: stderr,
    format: '{what} [{bar}] {percentage} %, {value} of {total} {unit}, {duration_formatted}',
    barCompleteChar: '#',
    barIncompleteChar: '-',
    barsize: 24,
    fps: 5,
    // What would have to be undone after Ctrl-C.
    hideCursor: false,
    linewrap: true,
    gracefulExit: false,
    clearOnComplete: true,
    noTTYOutput: true,
    notTTYSchedule: LINE_EVERY_MS,
  });
  let last: Parameters<Progress> | null = null;
  const show = () => {
    if (last === null) return;
    const [what, done, total, unit] = last;
    bar.setTotal(Math.max(total, 1));
    bar.update(Math.min(done, Math.max(total, 1)), { what, unit });
  };
  const start = () => {
    if (last === null) return;
    const [what, done, total, unit] = last;
    bar.start(Math.max(total, 1), done, { what, unit });
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    progress: (...now) => {
      timer ??= setTimeout(start, isTerminal ? TERMINAL_AFTER_MS : LINE_EVERY_MS).unref();
      last = now;
      if (bar.isActive) show();
    },
    stop: () => {
      clearTimeout(timer);
      bar.stop();
    },
  };
}
