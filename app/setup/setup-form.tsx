'use client';

import { useActionState } from 'react';
import { setUp } from './actions';

export function SetupForm({ token }: { token: string }) {
  const [state, act, isPending] = useActionState(setUp, { isDone: false, message: null, email: '' });
  if (state.isDone) return <p role="status">The admin {state.email} has been created.</p>;
  return (
    <form action={act}>
      <input type="hidden" name="token" value={token} />
      {state.message !== null && <p role="alert">{state.message}</p>}
      <label>
        Email
        <input name="email" type="email" autoComplete="username" defaultValue={state.email} required />
      </label>
      <label>
        Password
        <input name="password" type="password" autoComplete="new-password" required />
      </label>
      <button type="submit" disabled={isPending}>
        Create admin
      </button>
    </form>
  );
}
