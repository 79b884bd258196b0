'use server';

import { z } from 'zod';
import { knownBrowserId } from '@/lib/auth/signed-tokens';
import { textField, yes } from '@/lib/contract/form-fields';
import { paths } from '@/lib/contract/paths';
import { networkOf } from '@/lib/request/forwarded';
import { askReset } from '@/lib/services/links/ask-reset';
import { findLink, linkVoid, redeemLink } from '@/lib/services/links/redeem';
import { done } from '@/lib/services/result';
import { container } from '@/lib/session/container';
import { startDiscord } from '@/lib/session/discord';
import { knownBrowserToken } from '@/lib/session/known-browser';
import { keepLink, openStartPage, requestOrigin } from '@/lib/session/start-session';
import { formAction } from './form-action';

/** Uses a link up, and signs its person in; `keep` keeps connected accounts. */
export const redeemLinkAction = formAction(
  z.object({ token: textField, password: textField, keep: yes }),
  async (ports, _, { token, password, keep: keepsIdentities }) =>
    redeemLink(ports, token, { password, keepsIdentities }, await requestOrigin()),
  {
    name: 'link.redeem',
    shows: openStartPage,
  },
);

/** Asks for a mail with a link to choose a new password. The response is the same for every address. */
export const askResetAction = formAction(
  z.object({ email: textField }),
  async (ports, _, { email }) => {
    const [{ address }, known] = [await requestOrigin(), await knownBrowserToken()];
    const { authSecret } = container();
    return askReset(ports, {
      email,
      network: networkOf(address),
      knownBrowserId:
        known === undefined ? undefined : (person, nowMs) => knownBrowserId(authSecret, known, person, nowMs),
    });
  },
  {
    name: 'user.forgot',
    message:
      'If someone here has this address, a mail with a link is on its way, or was sent before and its link still works.',
    refreshes: false,
  },
);

/** Remembers a link in this browser and leads its person to Discord; uses nothing up. */
export const keepLinkAction = formAction(
  z.object({ token: textField }),
  async (ports, _, { token }) => {
    const link = await findLink(ports, token);
    return link === null ? linkVoid() : done(link);
  },
  {
    name: 'link.redeem',
    shows: async ({ kind }, { token }) => {
      await keepLink({ kind, token });
      return startDiscord(paths.login);
    },
  },
);
