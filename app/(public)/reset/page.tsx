import type { Metadata } from 'next';
import { LinkPage } from '@/app/shell/link-page';

export const metadata: Metadata = { title: 'New password' };

export default async function ResetPage({ searchParams }: PageProps<'/reset'>) {
  return <LinkPage kind="reset" query={await searchParams} />;
}
