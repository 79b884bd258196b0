import type { BotStateName } from '@/lib/domain/bots/bot-state';

/** White lines on a disc of 24 units; each state has a shape of its own, because colour alone must not carry meaning. */
const SHAPES: Readonly<Record<BotStateName, string>> = {
  disabled: 'M7 17 17 7',
  stopped: 'M8 8l8 8m0-8-8 8',
  new: 'M12 12h.01',
  silent: 'M7 12h10',
  critical: 'M12 6v7m0 4.5v.01',
  warning: 'M12 6v7m0 4.5v.01',
  healthy: 'm7 12 3.5 3.5L17 9',
  planned: 'M9 8v8m6-8v8',
  waiting: 'M12 12h.01',
};

/** The icon of a browser tab as a data URL: the shape of the state on a disc of `color`. */
export function tabIcon(state: BotStateName, color: string): string {
  const disc = `<circle cx="12" cy="12" r="12" fill="${color}"/>`;
  const shape = `<path d="${SHAPES[state]}" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${disc}${shape}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
