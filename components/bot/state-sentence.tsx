'use client';

import { ButtonLink } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { useReader } from '@/components/ui/reader';
import { useNowText } from '@/components/ui/use-now';
import { type SentenceFacts, stateSentence } from '@/lib/view/state-sentence';
import { stateLook } from './state-look';

const SOFT = {
  neutral: 'bg-inset',
  critical: 'bg-critical-soft text-critical',
  warning: 'bg-warning-soft text-warning',
  healthy: 'bg-inset',
} as const;

/** The sentence above all cards of a bot's page. `nowMs` is the server's clock at rendering. */
export function Sentence({ nowMs, ...facts }: SentenceFacts & { nowMs: number }) {
  const reader = useReader();
  const { tone, icon: Icon, mark } = stateLook(facts.state);
  const text = useNowText(nowMs, (now) => stateSentence(facts, reader, now).text);
  const { action } = stateSentence(facts, reader, nowMs);
  return (
    <section
      aria-label="State"
      className={cn(
        'flex min-w-0 grow basis-full flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded px-3 py-1.5',
        SOFT[tone],
      )}
    >
      <p className="flex min-w-0 items-start gap-2">
        <Icon className={cn('mt-0.5 size-4 shrink-0', mark)} />
        <span className="wrap-anywhere min-w-0">{text}</span>
      </p>
      {action !== null && (
        <ButtonLink href={action.href} size="sm">
          {action.label}
        </ButtonLink>
      )}
    </section>
  );
}
