import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { shownOrigin } from '@/app/shell/shown-origin';
import { PlansTable } from '@/components/bot/plans-table';
import { Libraries } from '@/components/docs/libraries';
import { OperationPage } from '@/components/docs/operation';
import { RoleRights } from '@/components/docs/role-rights';
import { VerifySignature } from '@/components/docs/verify-signature';
import { Webhooks } from '@/components/docs/webhooks';
import { Card } from '@/components/ui/card';
import type { Elements } from '@/components/ui/elements';
import { PageHeader } from '@/components/ui/page-header';
import { REPORT_EXAMPLE } from '@/lib/contract/examples';
import { curl } from '@/lib/view/curl';
import { DOCUMENT, type DocumentedOperation, operationAt } from '../sections';

type Props = { params: Promise<{ section: string }> };

/** The pages that are about no operation. */
const TEXTS: Readonly<Record<string, { title: string; text: () => Elements }>> = {
  libraries: { title: 'By library', text: () => <Libraries /> },
  plans: {
    title: 'Plans',
    text: () => (
      <Card title="Plans" className="mb-8">
        <PlansTable className="-mx-4 -mb-4 w-auto" />
      </Card>
    ),
  },
  people: { title: 'People of a bot', text: () => <RoleRights /> },
  webhooks: { title: 'Events', text: () => <Webhooks webhooks={DOCUMENT.webhooks} /> },
  signatures: { title: 'Signatures of webhooks', text: () => <VerifySignature /> },
};
const textAt = (section: string) => (Object.hasOwn(TEXTS, section) ? TEXTS[section] : undefined);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { section } = await params;
  const title = textAt(section)?.title ?? operationAt(section)?.operation.summary;
  return { title: title === undefined ? 'Not found' : `${title} · API` };
}

/** One operation of the API, or one subject. */
export default async function SectionPage({ params }: Props) {
  const { section } = await params;
  const subject = textAt(section);
  if (subject !== undefined) {
    return (
      <>
        <PageHeader title={subject.title} />
        {subject.text()}
      </>
    );
  }
  const documented = operationAt(section);
  if (documented === undefined) notFound();
  const { contract, operation } = documented;
  return <OperationPage contract={contract} operation={operation} curl={curlOf(documented)} />;
}

/** The call to paste into a shell; `null` where the list has to sign it, which is no single command. */
function curlOf({ contract: { method, path, auth, body } }: DocumentedOperation): string | null {
  if (auth === 'source') return null;
  const example = path.replace('{botId}', REPORT_EXAMPLE.botId).replace(/\{badge\}|\{chart\}/, 'servers.svg');
  return curl({
    method,
    url: shownOrigin() + example,
    key: auth === 'key' ? '$BOTMETER_KEY' : undefined,
    json: body?.minimal,
  });
}
