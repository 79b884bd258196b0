'use client';

import { ButtonLink } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { useReader } from '@/components/ui/reader';
import { useNowText } from '@/components/ui/use-now';
import { type SentenceFacts, stateSentence } from '@/lib/view/state-sentence';
import { STATE_LOOK } from './state-look';

const TONES = {
  quiet: '-mt-2 py-1 text-muted',
  neutral: 'rounded border bg-inset px-4 py-3',
  warning: 'rounded border border-warning-mark/30 bg-warning-soft px-4 py-3',
  critical: 'rounded border border-critical-mark/30 bg-critical-soft px-4 py-3',
} as const;
const LEADS = { quiet: '', neutral: 'text-ink', warning: 'text-warning', critical: 'text-critical' } as const;

/** The sentence under the head of a bot. `nowMs` is the server's clock at rendering. */
export function Sentence({ nowMs, ...facts }: SentenceFacts & { nowMs: number }) {
  const reader = useReader();
  const { icon: Icon, mark } = STATE_LOOK[facts.state.name];
  const lead = useNowText(nowMs, (now) => stateSentence(facts, reader, now).lead);
  const rest = useNowText(nowMs, (now) => {
    const sentence = stateSentence(facts, reader, now);
    return sentence.text.slice(sentence.lead.length);
  });
  const { tone, action } = stateSentence(facts, reader, nowMs);
  const isQuiet = tone === 'quiet';
  return (
    <section
      aria-label="State"
      className={cn('mb-4 flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 md:flex-nowrap', TONES[tone])}
    >
      <p className={cn('flex min-w-0 items-start gap-2', isQuiet || 'grow md:gap-3')}>
        <Icon className={cn('mt-0.5 size-4 shrink-0', mark)} />
        <span className="wrap-anywhere min-w-0">
          <span className={cn(isQuiet || 'font-semibold', LEADS[tone])}>{lead}</span>
          <span>{rest}</span>
        </span>
      </p>
      {action !== null && (
        <ButtonLink href={action.href} size={isQuiet ? 'sm' : 'md'} className="max-md:grow">
          {action.label}
        </ButtonLink>
      )}
    </section>
  );
}
