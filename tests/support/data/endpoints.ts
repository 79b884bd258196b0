import { CHOOSABLE_TYPES, switchedOn } from '@/lib/domain/endpoint';
import type { StoredEndpoint } from '@/lib/ports/endpoints';
import type { Ports } from '@/lib/ports/ports';
import { BOT_ID, T0 } from './accounts';

/** Adds a signed endpoint of BOT_ID without the services, so without the plan's limit; returns its secret. */
export async function addEndpoint(
  { directory, vault, secrets }: Ports,
  over: Partial<StoredEndpoint> = {},
): Promise<string> {
  const secret = secrets.newWebhookSecret();
  const endpoint: StoredEndpoint = {
    ...{ id: secrets.newId(), botId: BOT_ID, kind: 'signed', host: 'hook.example.org', last4: 'hook' },
    ...switchedOn(T0),
    ...{ eventTypes: CHOOSABLE_TYPES, createdAtMs: T0, formerUntilMs: null, sealedFormerSecret: null },
    sealedAddress: vault.seal('https://hook.example.org/hook'),
    sealedSecret: vault.seal(secret),
    ...over,
  };
  await directory.write([], ({ endpoints }) => endpoints.insert(endpoint));
  return secret;
}
