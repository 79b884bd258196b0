'use client';

import { useEffect } from 'react';
import type { BotState } from '@/lib/domain/bots/bot-state';
import { tabIcon } from '@/lib/view/tab-icon';
import { STATE_LOOK } from './state-look';

/** Keeps the browser tab's title, and its icon in the colour of the state, up to date while the page is open. */
export function TabState({ title, state }: { title: string; state: BotState }) {
  useEffect(() => {
    document.title = title;
  }, [title]);

  const { name } = state;
  const { tone } = STATE_LOOK[name];
  useEffect(() => {
    // The stylesheet's colours: an icon is a document of its own and cannot read them.
    const style = getComputedStyle(document.documentElement);
    const color = style.getPropertyValue(tone === 'neutral' ? '--muted' : `--${tone}-mark`).trim();
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel~="icon"]')];
    const before = links.map((link) => link.href);
    for (const link of links) link.href = tabIcon(name, color);
    return () => {
      links.forEach((link, i) => {
        link.href = before[i] ?? link.href;
      });
    };
  }, [name, tone]);

  return null;
}
