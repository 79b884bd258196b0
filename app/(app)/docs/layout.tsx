import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { Contents } from '@/components/docs/contents';
import { GROUPS } from './sections';

export const metadata: Metadata = { robots: { index: true, follow: true } };

/** The contents of the API reference, beside each of its pages. */
export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[16rem_minmax(0,1fr)]">
      <Contents groups={GROUPS} />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
