import NextLink from 'next/link';
import type { ComponentProps } from 'react';

/** A link within the site. Not fetched ahead: every page is made for its reader at the moment it is asked for. */
export const Link = (props: ComponentProps<typeof NextLink>) => <NextLink prefetch={false} {...props} />;
