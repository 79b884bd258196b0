'use client';

import { useState } from 'react';
import { Choice } from './choice';
import { useIsHydrated } from './reader';

/** Whether single letters act in a list that has the focus: a choice of this browser, as the theme is. */
const NAME = 'botmeter.single-keys';
const OFF = 'off';

/** On where the browser keeps nothing for pages. */
export function hasSingleKeys(): boolean {
  try {
    return localStorage.getItem(NAME) !== OFF;
  } catch {
    return true;
  }
}

export function SingleKeysChoice() {
  const isHydrated = useIsHydrated();
  const [chosen, setChosen] = useState<boolean | null>(null);
  return (
    <Choice
      type="checkbox"
      className="no-script-hide"
      label="Single keys in Notifications"
      hint="In the list, j and k go to the next and the previous one, e marks one as read."
      checked={chosen ?? (isHydrated && hasSingleKeys())}
      onChange={({ currentTarget: { checked } }) => {
        setChosen(checked);
        try {
          if (checked) localStorage.removeItem(NAME);
          else localStorage.setItem(NAME, OFF);
        } catch {
          // The browser keeps nothing: the keys stay on.
          setChosen(true);
        }
      }}
    />
  );
}
