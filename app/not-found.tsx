import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Not found' };

/** The same page for what does not exist and for what belongs to someone else, so that they cannot be distinguished. */
export { NotFoundPage as default } from './shell/not-found-page';
