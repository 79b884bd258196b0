import type { Container } from '@/lib/container';
import { pruneHistory } from '@/lib/services/prune-history';

const ROUND_EVERY_MS = 30_000;

/** Prunes history in small rounds while the process runs; a round that fails is tried again with the next. */
export function startUpkeep({ ports, log }: Container): () => void {
  let cursor = '';
  let isStopped = false;
  const timer = setInterval(async () => {
    try {
      cursor = await pruneHistory(ports, cursor);
    } catch (error) {
      if (!isStopped) log.warn({ err: error }, 'history could not be pruned');
    }
  }, ROUND_EVERY_MS);
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}
