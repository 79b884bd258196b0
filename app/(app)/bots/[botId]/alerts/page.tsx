import { notFound } from 'next/navigation';
import { orNotFound } from '@/app/shell/or-not-found';
import { AlertMatrix } from '@/components/alerts/alert-matrix';
import { ChannelsCard } from '@/components/alerts/channels-card';
import { DeliveriesCard } from '@/components/alerts/deliveries-card';
import { PauseButtons } from '@/components/alerts/pause-buttons';
import { discordExample } from '@/lib/contract/discord-message';
import { paths } from '@/lib/contract/paths';
import { alertsParams } from '@/lib/contract/search-params';
import { pausedUntilMs } from '@/lib/domain/silences/pause';
import { PAGE_SIZE } from '@/lib/domain/text/paging';
import { readAlertSettings } from '@/lib/services/alerts/settings';
import { listMarks } from '@/lib/services/marks/marks';
import { listDeliveries, listWebhooks, type WebhooksOfBot } from '@/lib/services/webhooks/find';
import { caller, currentUser, pagePorts, requireUser } from '@/lib/session/current-user';
import { deliveriesHref, testResult } from '@/lib/view/alert-links';
import { pageLinks } from '@/lib/view/list-query';
import { webhookLimit } from '@/lib/view/webhook-limit';
import { titleOf } from '../bot-head';

export const generateMetadata = titleOf('Alerts');

/** Which events of a bot the reader is notified of, and how; or what was sent to one webhook. */
export default async function AlertsPage({ params, searchParams }: PageProps<'/bots/[botId]/alerts'>) {
  const { botId } = await params;
  const { webhook, ...log } = alertsParams.parse(await searchParams);
  await requireUser(webhook === null ? paths.bot(botId).alerts : deliveriesHref(botId, webhook, log.page));
  const [ports, who] = [pagePorts(), await caller()];
  const list = await listWebhooks(ports, who, botId);
  // Whoever only sees the bot has alerts of their own, and no webhooks.
  if (!list.ok && webhook === null) {
    const { mailAddress, ...own } = orNotFound(await readAlertSettings(ports, who, botId));
    return <AlertMatrix botId={botId} webhooks={[]} hasMail={mailAddress !== null} {...own} />;
  }
  if (webhook === null) return <Alerts {...orNotFound(list)} />;
  return <Deliveries botId={botId} webhookId={webhook} {...log} />;
}

async function Alerts({ bot, webhooks, nowMs }: WebhooksOfBot) {
  const { id: botId, plan } = bot;
  const [ports, user] = [pagePorts(), await currentUser()];
  const alerts = orNotFound(await readAlertSettings(ports, await caller(), botId));
  const { settings, isOwn, isOwners, mailAddress } = alerts;
  const isPaused = pausedUntilMs(bot, nowMs) !== null;
  const pause = isPaused ? orNotFound(await listMarks(ports, await caller(), botId, 0)).pause : null;
  return (
    <div className="flex flex-col gap-4">
      <ChannelsCard
        botId={botId}
        isOwn={isOwn}
        mailAddress={mailAddress}
        items={webhooks}
        limit={webhookLimit(plan, webhooks.length)}
        preview={discordExample(bot, nowMs, user?.timeZone ?? 'UTC')}
        nowMs={nowMs}
      >
        <PauseButtons botId={botId} isDisabled={bot.isDisabled} pause={pause} />
      </ChannelsCard>
      <AlertMatrix
        // A webhook that was added or removed changes what can be chosen.
        key={webhooks.map(({ webhook }) => webhook.id).join()}
        botId={botId}
        settings={settings}
        isOwn={isOwn}
        isOwners={isOwners}
        hasMail={mailAddress !== null}
        webhooks={webhooks.map(({ webhook }) => webhook)}
      />
    </div>
  );
}

type LogProps = { botId: string; webhookId: string; test: string | null; page: number };

async function Deliveries({ botId, webhookId, test, page: requested }: LogProps) {
  const ports = pagePorts();
  const log = orNotFound(await listDeliveries(ports, await caller(), webhookId, requested));
  const { nowMs, webhook, deliveries, page, total } = log;
  if (webhook.botId !== botId) notFound();
  return (
    <DeliveriesCard
      nowMs={nowMs}
      webhook={webhook}
      deliveries={deliveries}
      pages={pageLinks({ page, total, pageSize: PAGE_SIZE }, (n) => deliveriesHref(botId, webhookId, n))}
      test={test === null ? undefined : testResult(deliveries, test)}
    />
  );
}
