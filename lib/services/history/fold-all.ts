import type { StoredCounts } from '@/lib/ports/history';
import type { Ports } from '@/lib/ports/ports';
import { foldHistories } from './fold';

/** Starts folding for good, now, and folds all that is due. Returns what was and what is stored. */
export async function foldAll(
  ports: Pick<Ports, 'store' | 'directory'>,
  pause?: () => Promise<void>,
): Promise<{ readonly before: StoredCounts; readonly after: StoredCounts }> {
  const count = () => ports.directory.read(({ history }) => history.count());
  const before = await count();
  await ports.directory.write([], ({ history }, nowMs) => history.startFolding(nowMs));
  let afterBotId = '';
  do {
    afterBotId = await foldHistories(ports, afterBotId, {
      takesOver: true,
      ...(pause === undefined ? {} : { pause }),
    });
  } while (afterBotId !== '');
  return { before, after: await count() };
}
