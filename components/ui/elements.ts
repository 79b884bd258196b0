import type { ReactElement } from 'react';

/**
 * What may be drawn among siblings: no text. A browser's translation replaces text nodes, and React then fails to remove one,
 * or to insert anything before it. Text is the only child of an element.
 */
export type Elements = ReactElement | false | null | undefined | readonly Elements[];
