import { ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { OriginCode } from '@/components/ui/origin-code';
import { Spinner } from '@/components/ui/spinner';

type FirstReportProps = {
  /** From `firstReportSteps`. */
  steps: readonly { readonly label: string; readonly code: string }[];
  keysHref: string;
};

/** Shown instead of charts on a new bot's page: how to send the first report. */
export function FirstReport({ steps, keysHref }: FirstReportProps) {
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
      <ol className="flex flex-col gap-4 pt-2">
        {steps.map(({ label, code }, at) => (
          <li key={label} className="flex min-w-0 flex-col gap-1">
            <span className="font-medium">
              <span className="mr-2 text-muted">{at + 1}</span>
              {label}
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
