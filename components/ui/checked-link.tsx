'use client';

import { useRouter } from 'next/navigation';
import type { ComponentProps } from 'react';
import { Link } from './link';

type CheckedLinkProps = Omit<ComponentProps<typeof Link>, 'href' | 'onNavigate'> & {
  href: string;
  /** Asked before the page is left; the reader stays if it resolves to false. */
  mayLeave: () => Promise<boolean>;
};

/** A link that first checks that the next page can be loaded: otherwise the browser would replace this one by an error. */
export function CheckedLink({ mayLeave, ...link }: CheckedLinkProps) {
  const router = useRouter();
  return (
    <Link
      {...link}
      onNavigate={(event) => {
        event.preventDefault();
        void mayLeave().then((may) => may && router.push(link.href, { scroll: link.scroll ?? true }));
      }}
    />
  );
}
