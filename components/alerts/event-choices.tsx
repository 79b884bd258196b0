import { useId } from 'react';
import { Choice } from '@/components/ui/choice';
import type { EventType } from '@/lib/domain/alerts/event';
import { EVENT_GROUPS } from '@/lib/view/event-types';
import { EVENT_WORDS } from '@/lib/view/event-words';

type Props = {
  chosen: readonly EventType[];
  /** What was sent, if it was refused; empty otherwise. */
  typed: Readonly<Record<string, string>>;
  error: string | undefined;
};

const [FIRST] = EVENT_GROUPS.flatMap(({ types }) => types);

/** A checkbox for each type of event, `event.<type>`, in groups. */
export function EventChoices({ chosen, typed, error }: Props) {
  const errorId = useId();
  const isWrong = error !== undefined;
  const isChosen = (type: EventType) =>
    Object.keys(typed).length === 0 ? chosen.includes(type) : typed[`event.${type}`] === 'yes';
  return (
    <fieldset className="flex min-w-0 flex-col gap-3" aria-describedby={isWrong ? errorId : undefined}>
      <legend className="sr-only">Events</legend>
      {isWrong && (
        <p id={errorId} role="alert" className="text-critical text-xs">
          {error}
        </p>
      )}
      {EVENT_GROUPS.map(({ name, types }) => (
        <fieldset key={name}>
          <legend className="font-medium text-sm">{name}</legend>
          <div className="grid sm:grid-cols-2">
            {types.map((type) => (
              <Choice
                key={type}
                type="checkbox"
                name={`event.${type}`}
                value="yes"
                label={EVENT_WORDS[type]}
                defaultChecked={isChosen(type)}
                // The form puts the focus there.
                aria-invalid={isWrong && type === FIRST ? true : undefined}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </fieldset>
  );
}
