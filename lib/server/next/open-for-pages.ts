import { once } from 'node:events';
import { openContainer } from '@/lib/container';
import { shareContainer } from '@/lib/shared-container';
import { logConsole } from '../log-console';
import type { FromPages, ToPages } from './messages';
import { withPoolShare } from './pool-share';

/** Opens the database for the pages process, and does what the service asks for by message (pages-program.ts). */
export async function openForPages(): Promise<void> {
  const [first]: ToPages[] = await once(process, 'message');
  if (first?.kind !== 'open') throw new Error('The service did not send its settings first.');
  const send = (message: FromPages) => void process.send?.(message);
  const container = await openContainer(withPoolShare(first.env, 'pages'), {
    isForPages: true,
    waits: true,
    onLog: logConsole,
    onEvents: () => send({ kind: 'events-stored' }),
  });
  shareContainer(container);
  process.on('message', async (message: ToPages) => {
    switch (message.kind) {
      case 'origin':
        process.env.__NEXT_PRIVATE_ORIGIN = message.origin;
        break;
      case 'read-metrics':
        send({ kind: 'metrics', values: (await container.metrics?.values()) ?? [] });
        break;
      case 'files-lost':
        container.refuseWrites();
        break;
      case 'announce-stop':
        container.announceStop();
        break;
      case 'stop':
        await container.close();
        await container.flushLog();
        process.exit();
    }
  });
}
