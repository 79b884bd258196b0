'use client';

import { CircleCheck, CircleSlash, Clock } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { useNow } from '@/components/ui/use-now';
import type { KeyItem } from '@/lib/contract/keys-view';
import { HOUR_MS, MINUTE_MS } from '@/lib/domain/quota/plan';
import { largestUnitText } from '@/lib/view/durations';

const STATES = {
  live: { tone: 'healthy', word: 'Live', icon: CircleCheck },
  expired: { tone: 'neutral', word: 'Expired', icon: Clock },
  revoked: { tone: 'neutral', word: 'Revoked', icon: CircleSlash },
} as const;

/** Up to the next whole hour or minute: right after 1 h was chosen, a key ends in 1 h. */
const wholeUp = (ms: number): number => {
  const unitMs = ms > HOUR_MS - MINUTE_MS ? HOUR_MS : MINUTE_MS;
  return Math.ceil(ms / unitMs) * unitMs;
};

type Props = {
  item: KeyItem;
  nowMs: number;
  /** Says nothing of a key that is simply valid. */
  isQuiet?: boolean;
};

/** Whether a key is valid, and by which key it was replaced: "Ends in 1 d, replaced by …1yGz". */
export function KeyState({ item: { state, expiresAtMs, replacedByLast4 }, nowMs, isQuiet = false }: Props) {
  const leftMs = (expiresAtMs ?? nowMs) - useNow(nowMs);
  const successor = replacedByLast4 !== null && (
    <span>
      replaced by <code translate="no">{`…${replacedByLast4}`}</code>
    </span>
  );
  if (successor && state === 'live' && leftMs > 0) {
    return (
      <span className="text-warning">
        <Clock className="mr-1 inline size-4 align-text-bottom" />
        Ends in <span>{largestUnitText(wholeUp(leftMs))}</span>, {successor}
      </span>
    );
  }
  // The page may be open for longer than the key lives.
  const now = state === 'live' && expiresAtMs !== null && leftMs <= 0 ? 'expired' : state;
  if (isQuiet && now === 'live') return null;
  const { tone, word, icon: Icon } = STATES[now];
  return (
    <>
      <Badge tone={tone} icon={<Icon />}>
        {word}
      </Badge>
      {successor && <span className="text-muted text-xs"> {successor}</span>}
    </>
  );
}
