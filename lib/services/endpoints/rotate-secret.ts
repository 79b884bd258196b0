import { actorOf, type Caller } from '@/lib/domain/caller';
import { FORMER_SECRET_MS } from '@/lib/domain/endpoint';
import type { Ports } from '@/lib/ports/ports';
import { conflict, done, type Result } from '../result';
import { writeAs } from '../write-as';
import type { CreatedEndpoint } from './create';
import { findEndpoint, lockOfEndpoint, openEndpoint, shownEndpoint } from './find';

/** Gives a signed endpoint a new secret; the present one signs too for 24 h, one before it no longer. */
export async function rotateSecret(ports: Ports, who: Caller, id: string): Promise<Result<CreatedEndpoint>> {
  const { secrets, vault } = ports;
  return writeAs(ports, who, [await lockOfEndpoint(ports, id)], async (tables, nowMs, actor) => {
    const found = await findEndpoint(tables, actor, id);
    if (!found.ok) return found;
    const now = found.value;
    if (now.kind === 'discord') return conflict('An address of Discord has no secret besides itself.');
    if (openEndpoint(vault, now, nowMs) === null) return conflict('Set its address again first.');
    const secret = secrets.newWebhookSecret();
    const rotated = {
      sealedSecret: vault.seal(secret),
      sealedFormerSecret: now.sealedSecret,
      formerUntilMs: nowMs + FORMER_SECRET_MS,
    };
    await tables.endpoints.update([id], rotated);
    const after = { webhookId: id, host: now.host };
    const entry = { actor: actorOf(actor), action: 'webhook.rotate-secret', subject: now.botId } as const;
    await tables.audit.append({ ...entry, after }, nowMs);
    return done({ endpoint: shownEndpoint(vault, { ...now, ...rotated }, nowMs), secret });
  });
}
