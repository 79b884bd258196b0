import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { changeAlertsAction } from '@/app/actions/alerts';
import {
  changeEndpointAction,
  createEndpointAction,
  removeEndpointAction,
  rotateSecretAction,
  sendAgainAction,
  testEndpointAction,
  turnEndpointAction,
} from '@/app/actions/endpoints';
import { caller, requireUser } from '@/app/session/current-user';
import { botsCrumb, otherOwner } from '@/app/shell/bot-crumbs';
import { orNotFound } from '@/app/shell/or-not-found';
import { Shell } from '@/app/shell/shell';
import { DeliveriesCard } from '@/components/alerts/deliveries-card';
import { EndpointsCard } from '@/components/alerts/endpoints-card';
import { MessagesCard } from '@/components/alerts/messages-card';
import { BotTabs } from '@/components/bot/bot-tabs';
import { PageHeader } from '@/components/ui/page-header';
import { container } from '@/lib/container';
import { paths } from '@/lib/contract/paths';
import { PAGE_SIZE, parsePage } from '@/lib/domain/text/paging';
import { readAlertSettings } from '@/lib/services/alerts/settings';
import { listDeliveries, listEndpoints } from '@/lib/services/endpoints/find';
import { deliveriesHref, testResult } from '@/lib/view/alert-links';
import { endpointLimit } from '@/lib/view/endpoint-limit';
import { pageLinks } from '@/lib/view/list-query';

export const metadata: Metadata = { title: 'Alerts' };

const ENDPOINT_ACTIONS = {
  create: createEndpointAction,
  change: changeEndpointAction,
  rotate: rotateSecretAction,
  turn: turnEndpointAction,
  remove: removeEndpointAction,
  test: testEndpointAction,
};

type Query = Readonly<Record<string, string | string[] | undefined>>;

/** Which events of a bot are told, and by which way; or what was sent to one endpoint. For its owner and admins. */
export default async function AlertsPage({ params, searchParams }: PageProps<'/bots/[botId]/alerts'>) {
  const { botId } = await params;
  const query = await searchParams;
  const { endpoint } = query;
  const isLog = typeof endpoint === 'string' && /^[\w-]+$/.test(endpoint);
  await requireUser(isLog ? deliveriesHref(botId, endpoint, parsePage(query.page)) : paths.bot(botId).alerts);
  const list = orNotFound(await listEndpoints(container().ports, await caller(), botId));
  const { id, name, plan } = list.bot;
  const crumb = botsCrumb(await otherOwner(botId));
  return (
    <Shell section={crumb.href}>
      <PageHeader
        title="Alerts"
        crumbs={[crumb, { href: paths.bot(id).page, label: name }]}
        tabs={<BotTabs botId={id} current="alerts" />}
      />
      {isLog ? (
        <Deliveries botId={id} endpointId={endpoint} query={query} />
      ) : (
        <div className="flex flex-col gap-4">
          <Messages botId={id} />
          <EndpointsCard
            botId={id}
            items={list.endpoints}
            limit={endpointLimit(plan, list.endpoints.length)}
            nowMs={list.nowMs}
            actions={ENDPOINT_ACTIONS}
          />
        </div>
      )}
    </Shell>
  );
}

async function Messages({ botId }: { botId: string }) {
  const alerts = orNotFound(await readAlertSettings(container().ports, await caller(), botId));
  return <MessagesCard botId={botId} {...alerts} action={changeAlertsAction} />;
}

type LogProps = { botId: string; endpointId: string; query: Query };

async function Deliveries({ botId, endpointId, query }: LogProps) {
  const { ports } = container();
  const log = orNotFound(await listDeliveries(ports, await caller(), endpointId, parsePage(query.page)));
  const { nowMs, endpoint, deliveries, page, total } = log;
  if (endpoint.botId !== botId) notFound();
  return (
    <DeliveriesCard
      nowMs={nowMs}
      endpoint={endpoint}
      deliveries={deliveries}
      pages={pageLinks({ page, total, pageSize: PAGE_SIZE }, (n) => deliveriesHref(botId, endpointId, n))}
      test={typeof query.test === 'string' ? testResult(deliveries, query.test) : undefined}
      actions={{ test: testEndpointAction, sendAgain: sendAgainAction }}
    />
  );
}
