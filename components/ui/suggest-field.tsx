'use client';

import { type ComponentProps, type KeyboardEvent, useEffect, useId, useState } from 'react';
import { cn } from './cn';
import { Field } from './field';
import { Input } from './input';

export type Suggestion = { readonly value: string; readonly label: string };

type SuggestFieldProps = Omit<ComponentProps<'input'>, 'value' | 'defaultValue' | 'onChange'> & {
  label: string;
  hint?: string;
  error?: string | null;
  value: string;
  onValue: (value: string) => void;
  /** Finds suggestions for a typed text. */
  load: (text: string, signal: AbortSignal) => Promise<readonly Suggestion[]>;
};

/** Typing pauses for this long before suggestions are loaded. */
const PAUSE_MS = 150;
const NONE: readonly Suggestion[] = [];

/**
 * A text field with a list of suggestions over what is below it (ARIA's combobox); other text can be typed too. The list
 * moves nothing: it closes at a press outside, and a button that moves meanwhile would not be clicked.
 */
export function SuggestField({ label, hint, error, value, onValue, load, ...input }: SuggestFieldProps) {
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [found, setFound] = useState(NONE);
  const [active, setActive] = useState(-1);

  useEffect(() => {
    if (!isOpen) return;
    const aborted = new AbortController();
    const timer = setTimeout(async () => {
      const suggestions = await load(value, aborted.signal);
      if (aborted.signal.aborted) return;
      setFound(suggestions);
      setActive(-1);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      aborted.abort();
    };
  }, [isOpen, value, load]);

  const shown = isOpen ? found.filter((suggestion) => suggestion.value !== value) : NONE;
  const choose = (suggestion: Suggestion) => {
    onValue(suggestion.value);
    setIsOpen(false);
  };
  function onKeyDown(event: KeyboardEvent) {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    const chosen = shown[active];
    if (step !== undefined) {
      event.preventDefault();
      setIsOpen(true);
      setActive((now) => Math.max(-1, Math.min(shown.length - 1, now + step)));
    } else if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault();
      choose(chosen);
    }
  }
  return (
    <Field label={label} hint={hint} error={error ?? null}>
      {(control) => (
        <div className="relative">
          <Input
            {...input}
            {...control}
            role="combobox"
            aria-expanded={shown.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={shown[active] === undefined ? undefined : `${listId}-${active}`}
            autoComplete="off"
            value={value}
            onChange={(event) => {
              onValue(event.target.value);
              setIsOpen(true);
            }}
            onKeyDown={onKeyDown}
            onBlur={() => setIsOpen(false)}
          />
          <div
            id={listId}
            role="listbox"
            aria-label="Suggestions"
            className={cn(
              'absolute inset-x-0 top-full z-10 mt-1 max-h-40 overflow-y-auto rounded border bg-surface p-1',
              shown.length === 0 && 'hidden',
            )}
          >
            {shown.map((suggestion, i) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus, as in every combobox
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
              <div
                key={suggestion.value}
                id={`${listId}-${i}`}
                role="option"
                aria-selected={i === active}
                // A press must not take the focus, which would close the list before the click.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(suggestion)}
                className={cn(
                  'wrap-anywhere min-h-8 cursor-pointer rounded-inner px-2 py-1 hover:bg-inset',
                  i === active && 'bg-inset',
                )}
              >
                <bdi>{suggestion.label}</bdi> <span className="text-muted text-xs">{suggestion.value}</span>
              </div>
            ))}
          </div>
        </div>
      )}
    </Field>
  );
}
