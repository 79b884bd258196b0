import { headers } from 'next/headers';
import { container } from '@/lib/container';
import type { Principal } from '@/lib/domain/principal';
import { isSameOrigin } from '@/lib/http/same-origin';
import { isStorageUnavailable, type Ports } from '@/lib/services/ports';
import { recordDenial } from '@/lib/services/record-denial';
import { forbidden, type Refusal, type Result } from '@/lib/services/result';
import { principal } from './session';

/**
 * Runs a service for a server action: refuses requests that no page of this site made, records what was denied, and
 * turns an unreachable database into a sentence.
 */
export async function act<T>(
  name: string,
  service: (ports: Ports, who: Principal) => Promise<Result<T>>,
): Promise<Result<T>> {
  // Next lets an action without Origin through; by a cookie's authority nothing is done for such a request.
  if (!isSameOrigin(await headers())) return forbidden();
  const { ports, log } = container();
  try {
    const who = await principal();
    const result = await service(ports, who);
    if (!result.ok && result.refusal.isDenial) await recordDenial(ports, who, name);
    return result;
  } catch (error) {
    log.error({ err: error, action: name }, 'an action failed');
    return { ok: false, refusal: isStorageUnavailable(error) ? STORAGE : DEFECT };
  }
}

const STORAGE: Refusal = {
  code: 'unavailable',
  message: 'The database cannot store anything at the moment. Nothing was changed; try again soon.',
};
const DEFECT: Refusal = {
  code: 'unavailable',
  message: 'Something went wrong on our side. Nothing was changed.',
};

/** A text field of a form; an absent one and a file are empty, and so is a text with NUL, which no database stores. */
export function field(form: FormData, name: string): string {
  const value = isForm(form) ? form.get(name) : null;
  return typeof value === 'string' && !value.includes('\0') ? value : '';
}

/** Whether a form has a field, be it an empty one. */
export const has = (form: FormData, name: string): boolean => isForm(form) && form.has(name);

/** Whoever calls an action by hand can give it anything for a form. */
export const isForm = (given: unknown): given is FormData => given instanceof FormData;
