'use client';

import { Send, X } from 'lucide-react';
import { type FocusEvent, useEffect, useId, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { buttonStyle } from '@/components/ui/button-style';
import { Countdown } from '@/components/ui/countdown';
import { FormNotice } from '@/components/ui/form-notice';
import { Notice } from '@/components/ui/notice';
import { useReader } from '@/components/ui/reader';
import { TextField } from '@/components/ui/text-field';
import { useForm } from '@/components/ui/use-form';
import { useNow } from '@/components/ui/use-now';
import { sendStatsAction } from '@/lib/actions/send-stats';
import { ofBot } from '@/lib/queries/of-bot';
import { numberText } from '@/lib/view/numbers';

const FIELDS = [
  { name: 'serverCount', label: 'Servers' },
  { name: 'userCount', label: 'Users' },
  { name: 'shardCount', label: 'Shards' },
] as const;

type Counts = Readonly<Record<(typeof FIELDS)[number]['name'], number>>;

type SendStatsFormProps = {
  botId: string;
  /** The last report; `null` before the first. */
  prefill: Counts | null;
  /** Why a report would be refused now, and until when; `untilMs` is `null` when no time is known. */
  blocked: { readonly reason: string; readonly untilMs: number | null } | null;
  /** The server's clock at rendering. */
  nowMs: number;
};

/**
 * Sends a report manually: a button, and a dialog that is in the first HTML. Untouched fields follow the last report; the
 * others keep what they hold.
 */
export function SendStatsForm({ botId, prefill, blocked, nowMs }: SendStatsFormProps) {
  const { timeZone } = useReader();
  const { state, isPending, form } = useForm(sendStatsAction, { changes: ofBot(botId), isPosted: true });
  const now = useNow(nowMs);
  // By the server's clock and the time that passed since: a wrong clock of the reader has no effect.
  const isBlocked = blocked !== null && (blocked.untilMs === null || now < blocked.untilMs);

  const details = useRef<HTMLDetailsElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const why = useId();

  function open() {
    if (details.current === null || dialog.current === null) return;
    details.current.open = true;
    // Without scripts it is open within the details, so that it can be seen.
    dialog.current.open = false;
    dialog.current.showModal();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after a draft was restored
  useEffect(() => {
    const fields = [...(dialog.current?.querySelectorAll('input') ?? [])];
    if (!details.current?.open && fields.some((field) => field.value !== field.defaultValue)) open();
  }, []);

  return (
    <details ref={details} open={state.status !== 'idle'}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
      <summary
        className={buttonStyle('primary', 'md', 'list-none')}
        onClick={(event) => {
          event.preventDefault();
          open();
        }}
      >
        <Send />
        Send stats now
      </summary>
      <dialog
        ref={dialog}
        open
        aria-label="Send stats now"
        onClose={() => {
          if (details.current !== null) details.current.open = false;
        }}
        className="form-dialog"
      >
        <form
          {...form}
          onFocus={keepValue}
          // What was typed before the page was hydrated is put back into a closed dialog.
          onInput={() => details.current?.open || open()}
        >
          <div className="px-4 pt-4 sm:px-5 sm:pt-5">
            <h2 className="font-semibold text-base">Send stats now</h2>
            <p className="mt-1 text-muted text-sm">Reports as if the bot had sent it.</p>
          </div>
          <div className="flex flex-col gap-4 p-4 sm:p-5">
            <input type="hidden" name="botId" value={botId} />
            <input type="hidden" name="timeZone" value={timeZone} />
            {FIELDS.map(({ name, label }) => (
              <TextField
                key={name}
                label={label}
                name={name}
                inputMode="numeric"
                autoComplete="off"
                defaultValue={state.typed[name] ?? (prefill === null ? '' : numberText(prefill[name]))}
                error={state.errors[name] ?? null}
              />
            ))}
            {state.status === 'done' ? (
              <Notice tone="healthy">{state.message}</Notice>
            ) : (
              <FormNotice {...state} errors={{}} />
            )}
          </div>
          <div className="flex flex-wrap items-center justify-end gap-2 rounded-b-[inherit] border-t bg-canvas px-4 py-3 sm:px-5">
            <p id={why} className="min-w-40 grow text-muted text-xs">
              {isBlocked ? <Blocked {...blocked} nowMs={nowMs} /> : 'Counts as one call.'}
            </p>
            <Button onClick={() => dialog.current?.close()}>Cancel</Button>
            {/* Without scripts it sends anyway, and the service decides. */}
            <Button
              variant="primary"
              type="submit"
              isPending={isPending}
              aria-disabled={isBlocked}
              aria-describedby={why}
            >
              Send stats now
            </Button>
          </div>
          {/* Last, so that the focus begins at the first field. */}
          <Button
            variant="ghost"
            size="icon"
            aria-label="Close"
            className="no-script-hide absolute top-3 right-3"
            onClick={() => dialog.current?.close()}
          >
            <X />
          </Button>
        </form>
      </dialog>
    </details>
  );
}

/**
 * A field under the caret changes no more: new digits would mix with those that are typed. A value that is set counts as
 * edited, and the selection stays.
 */
function keepValue({ target }: FocusEvent) {
  if (!(target instanceof HTMLInputElement)) return;
  const { value } = target;
  target.value = value;
}

function Blocked({ reason, untilMs, nowMs }: { reason: string; untilMs: number | null; nowMs: number }) {
  return (
    <span>
      <span>{reason}</span>{' '}
      {untilMs !== null && (
        <span>
          Possible in <Countdown untilMs={untilMs} nowMs={nowMs} done="0 s" />.
        </span>
      )}
    </span>
  );
}
