import NextLink from 'next/link';
import type { ComponentProps } from 'react';

/** A link within the site, without prefetch: pages are rendered for each request. */
export const Link = (props: ComponentProps<typeof NextLink>) => <NextLink prefetch={false} {...props} />;
