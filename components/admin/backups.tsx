import { CircleCheck, TriangleAlert } from 'lucide-react';
import { Card } from '@/components/ui/card';
import { CopyButton } from '@/components/ui/copy-button';
import { DataTable } from '@/components/ui/data-table';
import { Time } from '@/components/ui/time';
import { ON_DATABASE_DISK, rehearsalText } from '@/lib/contract/backup-text';
import { type BackupsState, backupTrouble, newestGood } from '@/lib/domain/backups/backup';
import { bytesText } from '@/lib/view/bytes';

const commandOf = (file: string) => `npm run -s botmeter -- restore ${file} --force`;

/** The backups that the service makes, and how to restore each. */
export function Backups({ state, nowMs }: { readonly state: BackupsState; readonly nowMs: number }) {
  const trouble = backupTrouble(state, nowMs);
  const last = newestGood(state.backups, nowMs);
  return (
    <Card title="Backups" className="mt-4">
      {trouble !== null && (
        <p className="mb-2 flex items-start gap-2">
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warning-mark" />
          <span className="min-w-0 break-words">{trouble}</span>
        </p>
      )}
      {last?.rehearsal != null && (
        <p className="mb-2 flex items-start gap-2">
          <CircleCheck className="mt-0.5 size-4 shrink-0 text-healthy-mark" />
          <span>
            Last backup <Time atMs={last.atMs} style="clock" />, rehearsed{' '}
            <Time atMs={last.rehearsal.atMs} style="clock" />, <span>{rehearsalText(last.rehearsal)}</span>
          </span>
        </p>
      )}
      {state.backups.length === 0 ? (
        <p className="text-muted">
          There is none yet. {state.maker !== null && <span>One is being made.</span>}
        </p>
      ) : (
        <DataTable
          label="Backups"
          className="-mx-4 w-auto"
          columns={[
            { header: 'Begun', cell: ({ atMs }) => <Time atMs={atMs} /> },
            { header: 'Size', cell: ({ bytes }) => bytesText(bytes) },
            {
              header: 'Rehearsal',
              className: 'whitespace-normal',
              cell: ({ rehearsal }) => (rehearsal === null ? 'None' : rehearsalText(rehearsal)),
            },
            { header: 'On', cell: ({ instance }) => instance },
            {
              header: 'Restore',
              className: 'whitespace-normal',
              cell: ({ file }) => (
                <span className="flex items-center gap-1">
                  <code translate="no" className="wrap-anywhere text-xs">
                    {commandOf(file)}
                  </code>
                  <CopyButton text={commandOf(file)} label="Copy the command" />
                </span>
              ),
            },
          ]}
          rows={state.backups}
          keyOf={({ instance, file }) => `${instance} ${file}`}
        />
      )}
      <p className="mt-2 text-muted text-xs">
        <span>Stop the server before you restore one. </span>
        {state.backups.some(({ isOnDatabaseDisk }) => isOnDatabaseDisk) && <span>{ON_DATABASE_DISK} </span>}
        <span>
          They do not contain <code translate="no">auth-secret</code> or AUTH_SECRET: keep a copy of it, and
          of them, on another machine.
        </span>
      </p>
    </Card>
  );
}
