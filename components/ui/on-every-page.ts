'use client';

/**
 * What every page has. The layout imports from here, so that the build puts these components into the layout's chunk, which
 * pages, error page and "not found" share; otherwise each gets a copy, 13 kB in all.
 */
export { AppShell } from './app-shell';
export { Brand } from './brand';
export { Button, ButtonLink } from './button';
export { DropdownMenu } from './dropdown-menu';
export { KeepTyped } from './keep-typed';
export { Notice } from './notice';
export { Providers } from './providers';
export { EmptyState, ErrorState } from './states';
export { Time } from './time';
