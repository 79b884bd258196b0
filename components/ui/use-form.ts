'use client';

import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { unstable_isUnrecognizedActionError, unstable_rethrow } from 'next/navigation';
import { type FormEvent, startTransition, useActionState, useEffect, useLayoutEffect, useRef } from 'react';
import { requestFormReset } from 'react-dom';
import { type FormAction, type FormState, IDLE, REFUSED } from '@/lib/contract/form-state';
import { fillForm, restoreDraft } from './drafts';

const STILL_HERE = 'What you entered is still here: send it again in a moment.';
const UNREACHABLE = `The service did not respond. ${STILL_HERE}`;
const UNEXPECTED = `What responded was not this service, or it failed. ${STILL_HERE}`;

type Options<Value> = {
  /** The queries whose views it changes, by the beginning of their keys. */
  readonly changes?: QueryKey | undefined;
  /** Whether it works without scripts too: the browser then posts it, and the page comes with its state. */
  readonly isPosted?: boolean | undefined;
  readonly onDone?: ((state: FormState<Value>) => void) | undefined;
};

/**
 * The state of a form and its attributes. Nothing that was typed is lost: a refusal leaves the fields alone, and so does a
 * service that does not respond. Without scripts it is only read (see app/no-scripts.css), unless it `isPosted`; React sends
 * what was submitted before they arrived.
 */
export function useForm<Value = null>(
  action: FormAction<Value>,
  { changes, isPosted = false, onDone }: Options<Value> = {},
) {
  const ref = useRef<HTMLFormElement>(null);
  const early = useRef<FormData>(null);
  const queries = useQueryClient();

  const [posted, post] = useActionState<FormState<Value>, FormData>(action, IDLE);
  const [sent, send, isPending] = useActionState<FormState<Value>, FormData>(async (_, form) => {
    const after = await responseOf(() => action(IDLE, form));
    if (after.status !== 'done') return after;
    if (changes !== undefined) void queries.invalidateQueries({ queryKey: changes });
    // From here on the fields follow their defaults again.
    const { current } = ref;
    if (current !== null) startTransition(() => requestFormReset(current));
    onDone?.(after);
    return after;
  }, IDLE);

  useEffect(() => {
    if (ref.current !== null) restoreDraft(ref.current);
  }, []);

  const state = sent.status === 'idle' ? posted : sent;

  // Before anything else can be typed, which it would replace.
  useLayoutEffect(() => {
    // React empties the fields of what it sends itself.
    if (ref.current !== null && early.current !== null && state.status !== 'done')
      fillForm(ref.current, [...early.current]);
    early.current = null;
    ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [state]);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    if (!isPending) startTransition(() => send(form));
  }

  /** React calls it for each time that the form was submitted before its scripts arrived. */
  function sendEarly(form: FormData) {
    if (early.current !== null) return;
    early.current = form;
    send(form);
  }

  return {
    state,
    isPending,
    // The service names all wrong fields at once; the browser would stop at the first.
    form: { ref, action: isPosted ? post : sendEarly, onSubmit, noValidate: true, 'data-draft': '' },
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
