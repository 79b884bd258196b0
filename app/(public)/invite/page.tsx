import type { Metadata } from 'next';
import { LinkPage } from '@/app/shell/link-page';

export const metadata: Metadata = { title: 'Invitation' };

export default async function InvitePage({ searchParams }: PageProps<'/invite'>) {
  return <LinkPage kind="invite" query={await searchParams} />;
}
