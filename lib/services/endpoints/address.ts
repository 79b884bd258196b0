import type { Endpoint } from '@/lib/domain/endpoint';
import { endpointKindOf, parseWebhookAddress, webhookHost } from '@/lib/domain/webhook-address';
import type { Ports } from '@/lib/ports/ports';

/** What is stored of an address. */
export type ReadAddress = Pick<Endpoint, 'kind' | 'host' | 'last4'> & { readonly sealedAddress: string };

/** Reads and encrypts the address that a person typed; one sentence if nothing may be sent to it. */
export function readAddress({ vault, webhooks }: Pick<Ports, 'vault' | 'webhooks'>, typed: string) {
  const parsed = parseWebhookAddress(typed);
  if (!parsed.ok) return parsed.error;
  const { address } = parsed;
  const { refusal, isNamed } = webhooks.judge(address);
  if (refusal !== null) return refusal;
  const read: ReadAddress = {
    kind: endpointKindOf(address, isNamed),
    host: webhookHost(address),
    last4: address.slice(-4),
    sealedAddress: vault.seal(address),
  };
  return read;
}
