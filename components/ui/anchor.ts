/** The position of a box of about `size` below its anchor, or above if there is no room; in viewport CSS pixels. */
export type Place = { readonly [side in 'top' | 'right' | 'bottom' | 'left']?: number };

type Box = { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
type Size = { readonly width: number; readonly height: number };

const GAP_PX = 4;
const MARGIN_PX = 8;

/** `align` names the edges that line up; the opposite ones if the box would otherwise leave the viewport. */
export function placeBeside(
  anchor: Box,
  size: Size,
  viewport: Size,
  align: 'start' | 'end' | 'center',
): Place {
  const hasRoomBelow = anchor.bottom + GAP_PX + size.height <= viewport.height;
  const hasMoreAbove = anchor.top > viewport.height - anchor.bottom;
  const vertical =
    hasRoomBelow || !hasMoreAbove
      ? { top: anchor.bottom + GAP_PX }
      : { bottom: viewport.height - anchor.top + GAP_PX };
  return { ...vertical, ...horizontal(anchor, size.width, viewport.width, align) };
}

function horizontal(
  anchor: Box,
  width: number,
  viewportWidth: number,
  align: 'start' | 'end' | 'center',
): Place {
  if (align === 'end' && anchor.right - width >= MARGIN_PX) return { right: viewportWidth - anchor.right };
  const wanted = align === 'center' ? (anchor.left + anchor.right - width) / 2 : anchor.left;
  return { left: Math.max(MARGIN_PX, Math.min(wanted, viewportWidth - width - MARGIN_PX)) };
}

/** Moves a popover to a position and clears its previous one. */
export function putAt(element: HTMLElement, place: Place): void {
  for (const side of ['top', 'right', 'bottom', 'left'] as const) {
    const value = place[side];
    element.style[side] = value === undefined ? 'auto' : `${value}px`;
  }
}

/** The size of the viewport without scroll bars. */
export const viewportSize = (): Size => ({
  width: document.documentElement.clientWidth,
  height: document.documentElement.clientHeight,
});
