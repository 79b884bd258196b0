import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { BotShell } from '@/app/shell/bot-shell';
import { orNotFound } from '@/app/shell/or-not-found';
import { AlertMatrix } from '@/components/alerts/alert-matrix';
import { ChannelsCard } from '@/components/alerts/channels-card';
import { DeliveriesCard } from '@/components/alerts/deliveries-card';
import { PauseCard } from '@/components/alerts/pause-card';
import { discordExample } from '@/lib/contract/discord-message';
import { paths } from '@/lib/contract/paths';
import { pausedUntilMs } from '@/lib/domain/silences/pause';
import { PAGE_SIZE, parsePage } from '@/lib/domain/text/paging';
import { readAlertSettings } from '@/lib/services/alerts/settings';
import { listMarks } from '@/lib/services/marks/marks';
import { listDeliveries, listWebhooks, type WebhooksOfBot } from '@/lib/services/webhooks/find';
import { caller, currentUser, pagePorts, requireUser } from '@/lib/session/current-user';
import { deliveriesHref, testResult } from '@/lib/view/alert-links';
import { pageLinks } from '@/lib/view/list-query';
import { webhookLimit } from '@/lib/view/webhook-limit';

export const metadata: Metadata = { title: 'Alerts' };

type Query = Readonly<Record<string, string | string[] | undefined>>;

/** Which events of a bot its owner is notified of, and how; or what was sent to one webhook. For its owner and admins. */
export default async function AlertsPage({ params, searchParams }: PageProps<'/bots/[botId]/alerts'>) {
  const { botId } = await params;
  const query = await searchParams;
  const { webhook } = query;
  const isLog = typeof webhook === 'string' && /^[\w-]+$/.test(webhook);
  await requireUser(isLog ? deliveriesHref(botId, webhook, parsePage(query.page)) : paths.bot(botId).alerts);
  const list = orNotFound(await listWebhooks(pagePorts(), await caller(), botId));
  return (
    <BotShell botId={botId} current="alerts">
      {isLog ? <Deliveries botId={botId} webhookId={webhook} query={query} /> : <Alerts {...list} />}
    </BotShell>
  );
}

async function Alerts({ bot, webhooks, nowMs }: WebhooksOfBot) {
  const { id: botId, plan } = bot;
  const [ports, user] = [pagePorts(), await currentUser()];
  const alerts = orNotFound(await readAlertSettings(ports, await caller(), botId));
  const { settings, isOwner, mailAddress } = alerts;
  const isPaused = pausedUntilMs(bot, nowMs) !== null;
  const pause = isPaused ? orNotFound(await listMarks(ports, await caller(), botId, 0)).pause : null;
  return (
    <div className="flex flex-col gap-4">
      <ChannelsCard
        botId={botId}
        isOwner={isOwner}
        mailAddress={mailAddress}
        items={webhooks}
        limit={webhookLimit(plan, webhooks.length)}
        preview={discordExample(bot, nowMs, user?.timeZone ?? 'UTC')}
        nowMs={nowMs}
      />
      <PauseCard botId={botId} isDisabled={bot.isDisabled} pause={pause} />
      <AlertMatrix
        // A webhook that was added or removed changes what can be chosen.
        key={webhooks.map(({ webhook }) => webhook.id).join()}
        botId={botId}
        settings={settings}
        isOwner={isOwner}
        hasMail={mailAddress !== null}
        webhooks={webhooks.map(({ webhook }) => webhook)}
      />
    </div>
  );
}

type LogProps = { botId: string; webhookId: string; query: Query };

async function Deliveries({ botId, webhookId, query }: LogProps) {
  const ports = pagePorts();
  const log = orNotFound(await listDeliveries(ports, await caller(), webhookId, parsePage(query.page)));
  const { nowMs, webhook, deliveries, page, total } = log;
  if (webhook.botId !== botId) notFound();
  return (
    <DeliveriesCard
      nowMs={nowMs}
      webhook={webhook}
      deliveries={deliveries}
      pages={pageLinks({ page, total, pageSize: PAGE_SIZE }, (n) => deliveriesHref(botId, webhookId, n))}
      test={typeof query.test === 'string' ? testResult(deliveries, query.test) : undefined}
    />
  );
}
