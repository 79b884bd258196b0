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

/** A button that cycles through system, light and dark. */
export function ThemeSwitch() {
  const { theme, setTheme } = useTheme();
  const isHydrated = useIsHydrated();
  const at = isHydrated
    ? Math.max(
        0,
        THEMES.findIndex(({ value }) => value === theme),
      )
    : 0;
  const present = THEMES[at] ?? THEMES[0];
  const next = THEMES[(at + 1) % THEMES.length] ?? THEMES[0];
  const Icon = present.icon;
  return (
    <IconButton
      label={`Theme: ${present.label.toLowerCase()}. Change to ${next.label.toLowerCase()}`}
      icon={<Icon aria-hidden="true" />}
      onClick={() => setTheme(next.value)}
    />
  );
}

/** The same choice as radio buttons, for a settings page. */
export function ThemeChoice() {
  const { theme, setTheme } = useTheme();
  const isHydrated = useIsHydrated();
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
          checked={isHydrated && theme === value}
          onChange={() => setTheme(value)}
        />
      ))}
    </ChoiceGroup>
  );
}
