'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Card } from '@/components/ui/card';
import { CodeBlock } from '@/components/ui/code-block';
import { DialogButton } from '@/components/ui/dialog-button';
import { Link } from '@/components/ui/link';
import { ShownOnce } from '@/components/ui/shown-once';
import { docsPath } from '@/lib/contract/paths';
import type { WebhookKind } from '@/lib/domain/alerts/webhook';
import type { WebhookLimit } from '@/lib/view/webhook-limit';
import { NODE_VERIFY } from '@/lib/view/webhook-recipes';
import { ChannelsTable, type WebhookItem } from './channels-table';
import { DiscordPreview, type PreviewedMessage } from './discord-preview';
import { AddWebhookDialog } from './webhook-dialogs';

type Props = {
  botId: string;
  isOwner: boolean;
  /** Where the owner's mails go; `null` if this service sends none. */
  mailAddress: string | null;
  items: readonly WebhookItem[];
  limit: WebhookLimit;
  preview: PreviewedMessage;
  nowMs: number;
};

/** The channels of a bot's events: the app, email and webhooks, with their dialogs. */
export function ChannelsCard({ botId, isOwner, mailAddress, items, limit, preview, nowMs }: Props) {
  const [made, setMade] = useState<{ title: string; secret: string } | null>(null);
  const show = (title: string, secret: string) => setMade({ title, secret });
  const dialogOf = (kind: WebhookKind) => (close: () => void) => (
    <AddWebhookDialog
      botId={botId}
      kind={kind}
      onMade={({ secret }) => show('The webhook is ready', secret)}
      onClose={close}
    />
  );
  return (
    <Card
      title={isOwner ? 'Where you are notified' : 'Where its owner is notified'}
      aside={
        limit.hasRoom && (
          <span className="flex flex-wrap gap-2">
            <DialogButton variant="primary" dialog={dialogOf('discord')}>
              <Plus />
              Add Discord
            </DialogButton>
            {!limit.isDiscordOnly && (
              <DialogButton dialog={dialogOf('signed')}>
                <Plus />
                Add webhook
              </DialogButton>
            )}
          </span>
        )
      }
    >
      <p className="pb-2 text-muted text-sm">{limit.text}</p>
      <ChannelsTable mailAddress={mailAddress} items={items} nowMs={nowMs} onMade={show} />
      <details className="mt-2">
        <summary className="min-h-6 rounded-inner text-muted text-sm">How a message in Discord looks</summary>
        <DiscordPreview {...preview} />
      </details>
      {made !== null && <ShownSecret {...made} onClose={() => setMade(null)} />}
    </Card>
  );
}

type ShownSecretProps = { title: string; secret: string; onClose: () => void };

/** A new secret of a webhook, shown only once, with the code that checks signatures with it. */
const ShownSecret = (props: ShownSecretProps) => (
  <ShownOnce {...props} noun="secret" label="Secret">
    <div className="min-w-0">
      <p className="mb-1 font-medium">Check each request with it</p>
      <CodeBlock label="Verify a signature with Node.js" code={NODE_VERIFY} />
      <p className="mt-1 text-muted text-xs">
        Explained under{' '}
        <Link href={docsPath('signatures')} className="underline underline-offset-4">
          verifying signatures
        </Link>
        , also for Python.
      </p>
    </div>
  </ShownOnce>
);
