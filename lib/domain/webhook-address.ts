import type { EndpointKind } from './endpoint';

/** Addresses of webhook endpoints (contract section 9). Their paths and queries are secrets. */

const WEBHOOK_ADDRESS_LENGTH_MAX = 2_000;

export type ParsedWebhookAddress =
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly error: string };

/**
 * Normalizes an address that a person typed, or says in one sentence what is wrong with it. Whether anything may be sent
 * to it, and whether without TLS, is decided by WebhookSender.judge.
 */
export function parseWebhookAddress(typed: string): ParsedWebhookAddress {
  const text = typed.trim();
  if (text.length > WEBHOOK_ADDRESS_LENGTH_MAX) return wrong(TOO_LONG);
  // The URL parser drops line breaks and takes a backslash for a slash: what is stored should be what was typed.
  if (!/^https?:\/\/[^/]/i.test(text) || /[\s\p{C}\\]/u.test(text) || !URL.canParse(text))
    return wrong(NO_URL);
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return wrong(WITH_PASSWORD);
  if (text.includes('#')) return wrong(WITH_FRAGMENT);
  if (url.href.length > WEBHOOK_ADDRESS_LENGTH_MAX) return wrong(TOO_LONG);
  if (SLACK_HOST.test(url.hostname)) return wrong(SLACK);
  if (DISCORD_HOST.test(url.host) && !DISCORD_PATH.test(url.pathname)) return wrong(NO_DISCORD_WEBHOOK);
  return { ok: true, address: url.href };
}

const wrong = (error: string) => ({ ok: false, error }) as const;
const TOO_LONG = `The address may have at most ${WEBHOOK_ADDRESS_LENGTH_MAX} characters.`;
const NO_URL = 'Enter an address such as https://example.org/hook, without spaces.';
const WITH_PASSWORD = 'The address must not contain a user name or password.';
const WITH_FRAGMENT = 'The address must not contain a fragment (#).';
const NO_DISCORD_WEBHOOK =
  'This is not the address of a Discord webhook: copy it from "Integrations" in the settings of the channel.';
const SLACK =
  'Slack accepts only messages of its own form, which Botmeter does not send: use a Discord webhook, e-mail, or a receiver of your own that forwards to Slack.';

const SLACK_HOST = /(^|\.)hooks\.slack(-gov)?\.com\.?$/;
const DISCORD_HOST = /^((ptb|canary)\.)?discord(app)?\.com$/;
const DISCORD_PATH = /^\/api(\/v\d{1,2})?\/webhooks\/\d{17,20}\/[\w-]+\/?$/;

/**
 * How to send to a parsed address. A host that the operator has named (`isNamed`) may stand in for Discord's, as a proxy
 * for its webhooks does.
 */
export function endpointKindOf(address: string, isNamed: boolean): EndpointKind {
  const { host, pathname } = new URL(address);
  return (isNamed || DISCORD_HOST.test(host)) && DISCORD_PATH.test(pathname) ? 'discord' : 'signed';
}

/** The host of a parsed address, with a port that is not the scheme's: all that logs may have of it. */
export const webhookHost = (address: string): string => new URL(address).host;
