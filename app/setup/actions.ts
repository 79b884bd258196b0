'use server';

import { container } from '@/lib/container';
import { createFirstAdmin } from '@/lib/services/create-first-admin';

/** What the form shows after it was sent: the refusal, with what was typed (never the password), or that it is done. */
export type SetupState = {
  readonly isDone: boolean;
  readonly message: string | null;
  readonly email: string;
};

export async function setUp(_before: SetupState, form: FormData): Promise<SetupState> {
  const [token, email, password] = ['token', 'email', 'password'].map((name) => String(form.get(name) ?? ''));
  const result = await createFirstAdmin(container().ports, token ?? '', {
    email: email ?? '',
    password: password ?? '',
  });
  return result.ok
    ? { isDone: true, message: null, email: result.value.email }
    : { isDone: false, message: result.refusal.message, email: email ?? '' };
}
