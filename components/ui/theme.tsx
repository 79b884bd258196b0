'use client';

import { Monitor, Moon, Sun } from 'lucide-react';
import { useTheme } from 'next-themes';
import { Choice, ChoiceGroup } from './choice';
import { IconButton } from './icon-button';
import { useIsHydrated } from './reader';

const THEMES = [
  { value: 'system', label: 'System', hint: 'Follows the device', icon: Monitor },
  { value: 'light', label: 'Light', hint: undefined, icon: Sun },
  { value: 'dark', label: 'Dark', hint: undefined, icon: Moon },
] as const;

/** The reader's choice; `undefined` until the page is hydrated, because the server does not know it. */
function useChosenTheme() {
  const { theme, setTheme } = useTheme();
  return { theme: useIsHydrated() ? theme : undefined, setTheme };
}

/** A button that cycles through system, light and dark. */
export function ThemeSwitch() {
  const { theme, setTheme } = useChosenTheme();
  const at = THEMES.findIndex(({ value }) => value === theme);
  const current = THEMES[at] ?? THEMES[0];
  const next = THEMES[(Math.max(0, at) + 1) % THEMES.length] ?? THEMES[0];
  return (
    <IconButton
      label={`Theme: ${current.label.toLowerCase()}. Change to ${next.label.toLowerCase()}`}
      icon={<current.icon />}
      className="no-script-hide"
      onClick={() => setTheme(next.value)}
    />
  );
}

/** The theme as radio buttons, for a settings page. */
export function ThemeChoice() {
  const { theme, setTheme } = useChosenTheme();
  return (
    <ChoiceGroup legend="Theme">
      {THEMES.map(({ value, label, hint }) => (
        <Choice
          key={value}
          type="radio"
          name="theme"
          value={value}
          label={label}
          hint={hint}
          checked={theme === value}
          onChange={() => setTheme(value)}
        />
      ))}
    </ChoiceGroup>
  );
}
