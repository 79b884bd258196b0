import type { Metadata } from 'next';
import { releases } from '@/app/download/releases';
import { shownOrigin } from '@/app/shell/shown-origin';
import { PythonStart, QuickStart } from '@/components/docs/quick-start';
import { ButtonLink } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { openApiOperation } from '@/lib/api/operations/service';
import { DOCUMENT } from './sections';

export const metadata: Metadata = { title: 'API' };

/** The first page of the API reference: what a bot installs and runs. */
export default async function DocsPage() {
  const baseUrl = shownOrigin();
  return (
    <>
      <PageHeader
        title="API reference"
        actions={<ButtonLink href={openApiOperation.path}>OpenAPI document</ButtonLink>}
      />
      <p className="mb-4 max-w-prose text-muted">{DOCUMENT.info.description}</p>
      <QuickStart baseUrl={baseUrl} />
      <PythonStart baseUrl={baseUrl} wheel={(await releases())?.wheel ?? null} />
    </>
  );
}
