import { createApi } from '@/lib/api/api';
import { respondToRequest } from '@/lib/api/web-edge';
import { OPERATOR } from '@/lib/domain/people/caller';
import type { Ports } from '@/lib/ports/ports';
import { VoteInbox } from '@/lib/services/votes/inbox';
import { createSource } from '@/lib/services/votes/sources';
import { accepted } from '../result';
import { BOT_ID } from './accounts';
import { type Form, ISSUED, kindOf, type SentDelivery } from './vote-deliveries';

/** An instance of the API that takes votes, without a socket; `log` gets what it reports as an error. */
export function voteApi(ports: Ports, log: unknown[] = []) {
  const inbox = new VoteInbox(ports);
  const counted: string[] = [];
  const api = createApi({
    ...ports,
    hashKey: ports.secrets.hash,
    newRequestId: () => 'request-id-of-tests',
    onError: (error) => log.push(error),
    votes: { ports, inbox, count: (kind, outcome) => counted.push(`${kind} ${outcome}`) },
  });
  const send = async (path: string, { headers, body }: SentDelivery, method = 'POST') => {
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const request = new Request(`http://localhost${path}`, { method, headers, ...(hasBody && { body }) });
    const response = await respondToRequest(api, request);
    const text = await response.text();
    return {
      status: response.status,
      json: text === '' ? null : JSON.parse(text),
      headers: response.headers,
    };
  };
  return { inbox, send, counted };
}

export type MadeSource = { readonly id: string; readonly path: string; readonly secret: string };

/** Makes a source of a form; its secret is what the list would sign or send. */
export async function makeSource(ports: Ports, form: Form, botId = BOT_ID): Promise<MadeSource> {
  const issued = ISSUED[form];
  const created = accepted(
    await createSource(ports, OPERATOR, {
      botId,
      kind: kindOf(form),
      name: form,
      ...(issued && { secret: issued }),
    }),
  );
  return { id: created.source.id, path: created.path, secret: created.secret ?? issued ?? '' };
}
