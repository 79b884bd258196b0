import { compact } from '@/lib/container';
import { foldAll, PAUSE_MS } from '@/lib/services/history/fold';
import { done } from '@/lib/services/result';
import { type Command, megabytes } from '../command';

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS));

export const historyCommands: readonly Command[] = [
  {
    name: 'fold',
    summary:
      'fold reports older than 7 days into their hours now, while the server runs; only a backup leads back to an older version after it',
    usage: '',
    isBesideServer: true,
    async run(ports, _, { progress }) {
      const { before, after } = await foldAll(ports, pause, progress);
      const [from, to] = [before, after].map(({ reports, hours }) => `${reports} reports and ${hours} hours`);
      return done({ json: { before, after }, text: `Folded ${from} into ${to}.` });
    },
  },
  {
    name: 'compact',
    summary:
      'give the room of deleted reports back to the disk; calls wait meanwhile, about a second for each 100 MB that stay: stop the server first if more than 300 MB do',
    usage: '',
    async runOn(database, _, { progress }) {
      const { before, after } = await compact(database, progress);
      const text = `The database has ${megabytes(after)}; it had ${megabytes(before)}.`;
      return done({ json: { bytesBefore: before, bytesAfter: after }, text });
    },
  },
];
