import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { backUp, recordBackup, rehearse } from '@/lib/container';
import { conflict, done } from '@/lib/services/result';
import { type Command, required, rowsIn } from '../command';

/** Notes the backup for the overview; returns a warning if that fails, since the backup itself is complete. */
async function noteBackup(database: Parameters<typeof backUp>[0], file: string): Promise<string> {
  try {
    await recordBackup(database, statSync(file).size);
    return '';
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    return `\nIts time could not be noted for the admins’ overview: ${reason}`;
  }
}

type Rehearsal = Awaited<ReturnType<typeof rehearse>>;

const rehearsedText = ({ problems, isProven, isSnapshot }: Rehearsal): string => {
  if (problems.length > 0) return `Its rehearsal found: ${problems.join(' ')}`;
  if (!isProven) return 'Rehearsed: it has no problems, but no figures to compare with.';
  return `Rehearsed: ${isSnapshot ? '0 differences' : 'no snapshot across nodes'}.`;
};

export const backupCommands: readonly Command[] = [
  {
    name: 'backup',
    argument: 'FILE',
    summary:
      'write a consistent copy of the database to a new file, while the server runs; with --rehearse also restore it into a temporary file and check that',
    usage: 'FILE [--rehearse]',
    isBesideServer: true,
    async runOn(database, options, { progress, env: { authSecret } }) {
      const file = resolve(required(options, 'FILE'));
      const { counts, schemaProblems } = await backUp(database, file, progress);
      const warning = schemaProblems
        .map((problem) => `\nIt cannot be restored as it is: ${problem}`)
        .join('');
      const rehearsal =
        options.rehearse === true ? await rehearse(file, database, authSecret, progress) : null;
      const noted = await noteBackup(database, file);
      const text = `Wrote ${rowsIn(counts)} rows to ${file}.${warning}${noted}`;
      if (rehearsal === null)
        return done({ json: { file, rows: counts, schemaFaults: schemaProblems }, text });
      if (rehearsal.problems.length > 0) return conflict(`${text} ${rehearsedText(rehearsal)}`);
      return done({
        json: { file, rows: counts, schemaFaults: schemaProblems, rehearsal },
        text: `${text}\n${rehearsedText(rehearsal)}`,
      });
    },
  },
];
