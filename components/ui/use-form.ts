'use client';

import { useQueryClient } from '@tanstack/react-query';
import { unstable_isUnrecognizedActionError, unstable_rethrow } from 'next/navigation';
import { type FormEvent, useActionState, useEffect, useRef, useState, useTransition } from 'react';
import { type FormAction, type FormState, IDLE, REFUSED } from '@/lib/contract/form-state';
import { restoreDraft } from './drafts';

const STILL_HERE = 'What you entered is still here: send it again in a moment.';
const UNREACHABLE = `The service did not respond. ${STILL_HERE}`;
const UNEXPECTED = `What responded was not this service, or it failed. ${STILL_HERE}`;

type Options<Value> = {
  /** Under which name of this site what was typed is kept while the person signs in again. */
  readonly draft?: string | undefined;
  readonly onDone?: ((state: FormState<Value>) => void) | undefined;
};

/**
 * The state of a form and its attributes. Nothing that was typed is lost: a refusal leaves the fields alone, and so does a
 * service that does not respond. Without scripts the browser posts the form to the action.
 */
export function useForm<Value = null>(action: FormAction<Value>, { draft, onDone }: Options<Value> = {}) {
  const [posted, post, isPosting] = useActionState<FormState<Value>, FormData>(action, IDLE);
  const [sent, setSent] = useState<FormState<Value> | null>(null);
  const [isSending, start] = useTransition();
  const ref = useRef<HTMLFormElement>(null);
  const queries = useQueryClient();
  const state = sent ?? posted;

  useEffect(() => {
    if (ref.current !== null) restoreDraft(ref.current);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: after each submission
  useEffect(() => {
    ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [state]);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const form = new FormData(event.currentTarget);
    start(async () => {
      const after = await responseOf(() => action(IDLE, form));
      // The fields still hold what was typed.
      start(() => setSent({ ...after, typed: {} }));
      if (after.status !== 'done') return;
      // What the page shows may have changed.
      void queries.invalidateQueries();
      // From here on they follow their defaults again.
      ref.current?.reset();
      onDone?.(after);
    });
  }

  return {
    state,
    isPending: isPosting || isSending,
    // The service tells all wrong fields at once; the browser would stop at the first.
    form: { ref, action: post, onSubmit, noValidate: true, 'data-draft': draft ?? '' },
  } as const;
}

async function responseOf<Value>(send: () => Promise<FormState<Value>>): Promise<FormState<Value>> {
  try {
    return await send();
  } catch (error) {
    // A redirect is thrown too.
    unstable_rethrow(error);
    // The action is of an earlier build.
    if (unstable_isUnrecognizedActionError(error)) return { ...IDLE, status: 'updated' };
    return { ...IDLE, status: 'refused', message: whyNot(error) };
  }
}

/** `fetch` fails with a TypeError; any other error is about a response. */
function whyNot(error: unknown): string {
  if (error instanceof TypeError) return UNREACHABLE;
  return error instanceof Error && error.message.startsWith(REFUSED) ? error.message : UNEXPECTED;
}
