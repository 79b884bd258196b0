'use server';

import { z } from 'zod';
import { textField } from '@/lib/contract/form-fields';
import { done } from '@/lib/services/result';
import {
  confirmFactor,
  forgetBrowser,
  type RecoveryCodes,
  removeFactor,
  renewCodes,
  startFactor,
} from '@/lib/services/second-factor/own';
import { formAction } from './form-action';

/** Makes a secret for the person's app, which the page then shows. */
export const startFactorAction = formAction(
  z.object({ password: textField }),
  (ports, who, { password }) => startFactor(ports, who, password),
  { name: 'factor.start' },
);

/** Turns the second factor on; the form shows the recovery codes. */
export const confirmFactorAction = formAction(
  z.object({ appCode: textField }),
  (ports, who, { appCode }) => confirmFactor(ports, who, appCode),
  { name: 'factor.enable', shows: (codes): RecoveryCodes => codes },
);

/** Turns the second factor off, or makes new recovery codes, which the form shows. */
export const changeFactorAction = formAction(
  z.object({ what: z.enum(['renew', 'disable']).catch('renew'), password: textField, code: textField }),
  async (ports, who, { what, ...proof }) => {
    if (what === 'renew') return renewCodes(ports, who, proof);
    const removed = await removeFactor(ports, who, proof);
    return removed.ok ? done(null) : removed;
  },
  {
    name: ({ what }) => (what === 'disable' ? 'factor.disable' : 'factor.renew-codes'),
    shows: (codes): RecoveryCodes | null => codes,
  },
);

/** Asks a remembered browser for a code again. */
export const forgetBrowserAction = formAction(
  z.object({ browser: textField }),
  (ports, who, { browser }) => forgetBrowser(ports, who, browser),
  { name: 'factor.forget-browser', message: 'That browser is asked for a code again.' },
);
