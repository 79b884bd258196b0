import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Account = { readonly id: string; readonly email: string };

/** A fake of Discord's OAuth endpoints that validates requests as strictly as the real ones (code, PKCE, token). */
export type FakeDiscord = {
  readonly origin: string;
  /** The settings with which a service uses it. */
  readonly env: Record<'DISCORD_CLIENT_ID' | 'DISCORD_CLIENT_SECRET' | 'DISCORD_ORIGIN', string>;
  /** The account that approves the next authorization. */
  account: Account;
  /** How the next sign-ins fail: the person cancels, or the token request gets this response. `null`: they do not. */
  failure: 'cancel' | { readonly status: number; readonly type: string; readonly body: string } | null;
  /** The queries of all authorization requests, in order. */
  readonly authorizations: URLSearchParams[];
  readonly stop: () => Promise<void>;
};

export async function startDiscord(): Promise<FakeDiscord> {
  const codes = new Map<string, { readonly challenge: string; readonly account: Account }>();
  const tokens = new Map<string, Account>();
  const authorizations: URLSearchParams[] = [];
  const state: Pick<FakeDiscord, 'account' | 'failure'> = {
    account: { id: '80351110224678912', email: 'someone@example.org' },
    failure: null,
  };

  const server = createServer(async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://discord');
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));

    if (pathname === '/oauth2/authorize') {
      authorizations.push(query);
      const code = `code-${authorizations.length}`;
      codes.set(code, { challenge: query.get('code_challenge') ?? '', account: state.account });
      const callback = new URL(query.get('redirect_uri') ?? '');
      if (state.failure === 'cancel') callback.searchParams.set('error', 'access_denied');
      else callback.searchParams.set('code', code);
      callback.searchParams.set('state', query.get('state') ?? '');
      return response.writeHead(302, { Location: callback.href }).end();
    }
    if (pathname === '/api/oauth2/token' && state.failure !== null && state.failure !== 'cancel') {
      const { status, type, body } = state.failure;
      return response.writeHead(status, { 'Content-Type': type }).end(body);
    }
    if (pathname === '/api/oauth2/token') {
      const form = new URLSearchParams(await text(request));
      const code = form.get('code') ?? '';
      const verifier = form.get('code_verifier') ?? '';
      const granted = codes.get(code);
      codes.delete(code);
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      if (granted?.challenge !== challenge) return send(400, { error: 'invalid_grant' });
      const token = `token-${verifier}`;
      tokens.set(token, granted.account);
      return send(200, { access_token: token, token_type: 'Bearer', expires_in: 60, scope: 'identify' });
    }
    const account = tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
    if (pathname === '/api/users/@me' && account !== undefined) {
      return send(200, { ...account, username: 'someone', verified: true });
    }
    return send(404, {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, {
    origin,
    env: { DISCORD_CLIENT_ID: 'client', DISCORD_CLIENT_SECRET: 'a secret', DISCORD_ORIGIN: origin },
    authorizations,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}
