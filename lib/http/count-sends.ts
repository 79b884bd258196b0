import type { EndpointKind } from '@/lib/domain/endpoint';
import type { Mailer } from '@/lib/ports/mailer';
import type { PostResult, WebhookSender } from '@/lib/ports/webhook-sender';

export type SendResult = 'ok' | 'failed';

/** Senders that report the result of every try. */
export function countSends(
  { webhooks, mailer }: { readonly webhooks: WebhookSender; readonly mailer: Mailer | null },
  count: {
    delivery: (kind: EndpointKind, result: SendResult) => void;
    mail: (result: SendResult) => void;
  },
): { webhooks: WebhookSender; mailer: Mailer | null } {
  const posted = (kind: EndpointKind) => (result: PostResult) => {
    count.delivery(kind, result.isDelivered ? 'ok' : 'failed');
    return result;
  };
  return {
    webhooks: {
      judge: (address) => webhooks.judge(address),
      postSigned: (message) => webhooks.postSigned(message).then(posted('signed')),
      postDiscord: (message) => webhooks.postDiscord(message).then(posted('discord')),
      close: () => webhooks.close(),
    },
    mailer: mailer && {
      send: async (letter, signal) => {
        const result = await mailer.send(letter, signal);
        count.mail(result.isSent ? 'ok' : 'failed');
        return result;
      },
      close: () => mailer.close(),
    },
  };
}
