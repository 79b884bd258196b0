import { ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { OriginCode } from '@/components/ui/origin-code';
import { Spinner } from '@/components/ui/spinner';
import { EmptyState } from '@/components/ui/states';
import type { Blocked } from './reports-card';

type FirstReportProps = {
  /** From `quickStart`. */
  steps: readonly { readonly label: string; readonly code: string }[];
  keysHref: string;
  /** Why no report can come; `null` if one can. */
  blocked: Blocked | null;
  /** How many calls were refused so far, and where their reasons are. */
  refused: number;
  refusedHref: string;
};

/** Shown instead of charts on a new bot's page: how to send the first report, if one would be accepted. */
export function FirstReport({ steps, keysHref, blocked, refused, refusedHref }: FirstReportProps) {
  if (blocked !== null) {
    return (
      <Card title="Servers and users">
        <EmptyState title="No reports yet">{blocked.reason}</EmptyState>
      </Card>
    );
  }
  return (
    <Card
      title="Make it report"
      aside={
        <span role="status" className="flex items-center gap-2 text-muted text-xs">
          <Spinner />
          Waiting for the first report
        </span>
      }
    >
      {refused > 0 && (
        <Notice tone="warning" className="mt-2">
          <span>{refused === 1 ? 'A call was refused. ' : `${refused} calls were refused. `}</span>
          <Link href={refusedHref} className="underline underline-offset-4">
            Show why
          </Link>
        </Notice>
      )}
      <ol className="flex flex-col gap-4 pt-2">
        {steps.map(({ label, code }, at) => (
          <li key={label} className="flex min-w-0 flex-col gap-1">
            <span className="font-medium">
              <span className="mr-2 text-muted">{at + 1}</span>
              <span>{label}</span>
            </span>
            <OriginCode label={label} code={code} />
          </li>
        ))}
      </ol>
      <p className="mt-4 flex flex-wrap items-center gap-3 text-muted">
        <ButtonLink href={keysHref} variant="primary">
          Create a key
        </ButtonLink>
        This page updates by itself.
      </p>
    </Card>
  );
}
