import { z } from 'zod';

/** The kinds of fields that forms have. A crafted request may leave out any of them, or send one several times. */

/** A text, empty if the form has none: what is allowed is for the service to say. */
export const textField = z.string().catch('');

/** A text that the form may not have. */
export const optionalText = z.string().optional().catch(undefined);

/** Whether a box is ticked, or `yes` was chosen. */
export const yes = z
  .literal('yes')
  .transform(() => true)
  .catch(false);

/** The values of a field that the form has several times. */
export const texts = z.union([z.string().transform((one) => [one]), z.array(z.string())]).catch([]);
