import { Badge } from '@/components/ui/badge';
import { Since, Time } from '@/components/ui/time';
import type { BotState } from '@/lib/domain/bots/bot-state';
import { stateWord } from '@/lib/view/state-words';
import { STATE_LOOK } from './state-look';

type StateBadgeProps = {
  state: BotState;
  nowMs: number;
  /** Whether the times are left out where a list has little room. */
  isShort?: boolean;
  className?: string;
};

/** The state of a bot: "Stopped until 1 Dec", "Silent for 45 min". `nowMs` is the server's clock at rendering. */
export function StateBadge({ state, nowMs, isShort = false, className }: StateBadgeProps) {
  const { tone, icon: Icon } = STATE_LOOK[state.name];
  return (
    <Badge tone={tone} icon={<Icon />} {...(className && { className })}>
      <span>
        <span>{stateWord(state)}</span>
        <span className={isShort ? 'max-2xl:hidden' : ''}>
          {state.name === 'stopped' && (
            <span>
              {' until '}
              <Time atMs={state.untilMs} style="day" />
            </span>
          )}
          {state.name === 'planned' && (
            <span>
              {' until '}
              <Time atMs={state.pausedUntilMs} style="clock" />
            </span>
          )}
          {state.name === 'silent' && (
            <span>
              {' for '}
              <Since atMs={state.sinceMs} nowMs={nowMs} />
            </span>
          )}
        </span>
      </span>
    </Badge>
  );
}
