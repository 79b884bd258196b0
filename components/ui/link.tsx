'use client';

import { useRouter } from 'next/navigation';
import type { ComponentProps, MouseEvent } from 'react';

type LinkProps = ComponentProps<'a'> & {
  href: string;
  /** Whether the next page is shown from its top. */
  scroll?: boolean;
  /** Called instead of going to `href`, for a click that the browser would follow in this tab. */
  onNavigate?: () => void;
};

/** A link within the site. What next/link does besides, above all for prefetching, costs more than the rest of a link. */
export function Link({ href, scroll = true, onNavigate, onClick, ...rest }: LinkProps) {
  const router = useRouter();
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (event.defaultPrevented || isForBrowser(event)) return;
    event.preventDefault();
    if (onNavigate) onNavigate();
    else router.push(href, { scroll });
  }
  return <a {...rest} href={href} onClick={follow} />;
}

/** Whether the click opens a new tab or window, or downloads. */
const isForBrowser = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;
