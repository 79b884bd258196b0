'use client';

import { Choice, ChoiceGroup } from './choice';
import { setTheme, useTheme } from './theme';
import { THEMES } from './theme-choices';

/** The theme as radio buttons, for a settings page. */
export function ThemeChoice() {
  const theme = useTheme();
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
