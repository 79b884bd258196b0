'use client';

import type { FocusEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Countdown } from '@/components/ui/countdown';
import { FormNotice } from '@/components/ui/form-notice';
import { Notice } from '@/components/ui/notice';
import { useReader } from '@/components/ui/reader';
import { ReaderFields } from '@/components/ui/reader-fields';
import { TextField } from '@/components/ui/text-field';
import { useForm } from '@/components/ui/use-form';
import { useNow } from '@/components/ui/use-now';
import type { FormAction } from '@/lib/contract/form-state';
import { numberText } from '@/lib/view/numbers';

const FIELDS = [
  { name: 'serverCount', label: 'Servers' },
  { name: 'userCount', label: 'Users' },
  { name: 'shardCount', label: 'Shards' },
] as const;

type Counts = Readonly<Record<(typeof FIELDS)[number]['name'], number>>;

type SendStatsFormProps = {
  botId: string;
  action: FormAction;
  /** The last report; `null` before the first. */
  prefill: Counts | null;
  /** Why a report would be refused now, and until when; `untilMs` is `null` when no time is known. */
  blocked: { readonly reason: string; readonly untilMs: number | null } | null;
  /** The server's clock at rendering. */
  nowMs: number;
};

/** Sends a report manually. Untouched fields follow the last report; the others keep what they hold. */
export function SendStatsForm({ botId, action, prefill, blocked, nowMs }: SendStatsFormProps) {
  const { state, isPending, form } = useForm(action, { draft: `send-stats ${botId}` });
  const { locale } = useReader();
  const now = useNow(nowMs);
  // Only a warning, because the service decides: a wrong clock must not prevent an attempt.
  const isBlocked = blocked !== null && (blocked.untilMs === null || now < blocked.untilMs);

  return (
    <Card title="Send stats now">
      <form {...form} onFocus={keepValue} className="flex flex-1 flex-col gap-3">
        <input type="hidden" name="botId" value={botId} />
        <ReaderFields />
        {FIELDS.map(({ name, label }) => (
          <TextField
            key={name}
            label={label}
            name={name}
            inputMode="numeric"
            autoComplete="off"
            defaultValue={state.typed[name] ?? (prefill === null ? '' : numberText(prefill[name], locale))}
            error={state.errors[name] ?? null}
          />
        ))}
        {state.status === 'done' ? (
          <Notice tone="healthy">{state.message}</Notice>
        ) : (
          <FormNotice {...state} errors={{}} />
        )}
        <div className="flex flex-col gap-2 pt-1">
          <Button type="submit" variant="primary" isPending={isPending}>
            Send stats now
          </Button>
          <p className="min-h-8 text-muted text-xs">
            {isBlocked ? <Blocked {...blocked} nowMs={nowMs} /> : 'Counts as one call.'}
          </p>
        </div>
      </form>
    </Card>
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
