import type { ReactNode } from 'react';
import { Panel } from '@/components/ui/card';
import { PageHeader } from '@/components/ui/page-header';

/** The layout of a page with one small form. */
export function NarrowPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto mt-4 max-w-sm sm:mt-16">
      <PageHeader title={title} />
      <Panel>{children}</Panel>
    </div>
  );
}
