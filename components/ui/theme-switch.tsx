'use client';

import { IconButton } from './icon-button';
import { setTheme, useTheme } from './theme';
import { THEMES } from './theme-choices';

/** A button that cycles through system, light and dark. */
export function ThemeSwitch() {
  const theme = useTheme();
  const at = Math.max(
    0,
    THEMES.findIndex(({ value }) => value === theme),
  );
  const present = THEMES[at] ?? THEMES[0];
  const next = THEMES[(at + 1) % THEMES.length] ?? THEMES[0];
  const Icon = present.icon;
  return (
    <IconButton
      label={`Theme: ${present.label.toLowerCase()}. Change to ${next.label.toLowerCase()}`}
      icon={<Icon />}
      onClick={() => setTheme(next.value)}
    />
  );
}
