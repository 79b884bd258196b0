import { Monitor, Moon, Sun } from 'lucide-react';

export const THEMES = [
  { value: 'system', label: 'System', hint: 'Follows the device', icon: Monitor },
  { value: 'light', label: 'Light', hint: undefined, icon: Sun },
  { value: 'dark', label: 'Dark', hint: undefined, icon: Moon },
] as const;
