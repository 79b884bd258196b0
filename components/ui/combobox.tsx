'use client';

import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { Command, useCommandState } from 'cmdk';
import * as Popover from 'radix-ui/popover';
import { type ComponentProps, type KeyboardEvent, useId, useState } from 'react';
import { Field } from './field';
import { Input } from './input';
import { usePaused } from './use-paused';

export type Suggestion = { readonly value: string; readonly label: string };

/** The query of the suggestions for a typed text. */
export type Search = (text: string) => {
  readonly queryKey: QueryKey;
  readonly queryFn: (context: { signal: AbortSignal }) => Promise<readonly Suggestion[]>;
};

type ComboboxProps = Omit<ComponentProps<'input'>, 'value' | 'defaultValue' | 'onChange'> & {
  label: string;
  isLabelHidden?: boolean;
  hint?: string;
  error?: string | null;
  value: string;
  onValueChange: (value: string) => void;
  search: Search;
};

/** The value of a hidden first item, so that no suggestion is selected until an arrow key or the mouse selects one. */
const NONE = '-';

/** A text field with a list of suggestions over the page; other text can be typed too. */
export function Combobox(props: ComboboxProps) {
  const { label, isLabelHidden, hint, error, className, value, onValueChange, search, ...input } = props;
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(NONE);
  // A read that fails suggests nothing: the text can be typed in full.
  const { data: found = [] } = useQuery({
    ...search(usePaused(value)),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });

  const shown = isOpen ? found.filter((suggestion) => suggestion.value !== value) : [];
  const isShown = shown.length > 0;
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown') setIsOpen(true);
    // These are the field's own: the list would take them and prevent what they do in a field.
    const isOfField = ['Home', 'End'].includes(event.key) || (event.key === 'Enter' && active === NONE);
    if (!isShown || isOfField) event.stopPropagation();
  }
  return (
    <Popover.Root open={isShown} onOpenChange={setIsOpen}>
      <Command shouldFilter={false} vimBindings={false} value={active} onValueChange={setActive}>
        <Field
          label={label}
          isLabelHidden={isLabelHidden}
          hint={hint}
          error={error ?? null}
          className={className}
        >
          {(control) => (
            <Popover.Anchor asChild>
              <ComboboxInput
                {...input}
                {...control}
                aria-expanded={isShown}
                aria-controls={listId}
                value={value}
                onChange={(event) => {
                  onValueChange(event.target.value);
                  setActive(NONE);
                  setIsOpen(true);
                }}
                onKeyDown={onKeyDown}
                onBlur={() => setIsOpen(false)}
              />
            </Popover.Anchor>
          )}
        </Field>
        <Popover.Portal>
          <Popover.Content
            id={listId}
            role="region"
            aria-label="Suggestions"
            align="start"
            sideOffset={4}
            onOpenAutoFocus={(event) => event.preventDefault()}
            // The field keeps the focus; a dialog around it does not stop the wheel.
            onMouseDown={(event) => event.preventDefault()}
            onWheel={(event) => event.stopPropagation()}
            className="z-50 max-h-40 w-(--radix-popover-trigger-width) overflow-y-auto rounded border bg-surface p-1"
          >
            <Command.List>
              <Command.Item value={NONE} className="hidden" />
              {shown.map((suggestion) => (
                <Command.Item
                  key={suggestion.value}
                  value={suggestion.value}
                  onSelect={() => {
                    onValueChange(suggestion.value);
                    setIsOpen(false);
                  }}
                  className="wrap-anywhere min-h-8 cursor-pointer rounded-inner px-2 py-1 text-sm aria-selected:bg-inset"
                >
                  <bdi>{suggestion.label}</bdi> <span className="text-muted text-xs">{suggestion.value}</span>
                </Command.Item>
              ))}
            </Command.List>
          </Popover.Content>
        </Popover.Portal>
      </Command>
    </Popover.Root>
  );
}

/** Not the library's input, which cannot be named by a label of the page. */
function ComboboxInput(props: ComponentProps<'input'>) {
  const activeId = useCommandState(({ selectedItemId }) => selectedItemId);
  return (
    <Input
      {...props}
      role="combobox"
      aria-autocomplete="list"
      aria-activedescendant={props['aria-expanded'] ? activeId : undefined}
      autoComplete="off"
    />
  );
}
