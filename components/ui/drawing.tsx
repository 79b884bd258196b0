import type { ComponentProps } from 'react';
import type { Markup } from '@/lib/view/markup';

type DrawingProps = Omit<ComponentProps<'svg'>, 'children'> & { markup: Markup };

/** An SVG whose content is one text, because React takes 2 to 5 µs per element and a page's drawings have hundreds. */
export const Drawing = ({ markup, ...props }: DrawingProps) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: all texts in a Markup are escaped
  <svg {...props} dangerouslySetInnerHTML={markup} />
);
