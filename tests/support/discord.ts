import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A fake of Discord's OAuth endpoints that validates requests as strictly as the real ones (code, PKCE, token). */
export type DiscordStandIn = {
  readonly origin: string;
  /** The account that approves the next authorization. */
  account: { id: string; email: string };
  /** The queries of all authorization requests, in order. */
  readonly authorizations: URLSearchParams[];
  readonly stop: () => Promise<void>;
};

export async function startDiscord(): Promise<DiscordStandIn> {
  const codes = new Map<string, { challenge: string; id: string; email: string }>();
  const tokens = new Map<string, { id: string; email: string }>();
  const authorizations: URLSearchParams[] = [];
  const standIn = { account: { id: '80351110224678912', email: 'someone@example.org' } };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));

    if (url.pathname === '/oauth2/authorize') {
      authorizations.push(url.searchParams);
      const code = `code-${authorizations.length}`;
      codes.set(code, { challenge: url.searchParams.get('code_challenge') ?? '', ...standIn.account });
      const back = new URL(url.searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('code', code);
      back.searchParams.set('state', url.searchParams.get('state') ?? '');
      response.writeHead(302, { Location: back.href }).end();
      return;
    }
    if (url.pathname === '/api/oauth2/token') {
      const form = new URLSearchParams(await bodyOf(request));
      const granted = codes.get(form.get('code') ?? '');
      const verifier = form.get('code_verifier') ?? '';
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      codes.delete(form.get('code') ?? '');
      if (granted === undefined || granted.challenge !== challenge) {
        send(400, { error: 'invalid_grant' });
        return;
      }
      tokens.set(`token-${verifier}`, granted);
      send(200, {
        access_token: `token-${verifier}`,
        token_type: 'Bearer',
        expires_in: 60,
        scope: 'identify',
      });
      return;
    }
    const who = tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
    if (url.pathname === '/api/users/@me' && who !== undefined) {
      send(200, { id: who.id, email: who.email, username: 'someone', verified: true });
      return;
    }
    send(404, {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(standIn, {
    origin: `http://127.0.0.1:${port}`,
    authorizations,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}
