import type { ComponentProps } from 'react';
import { markup } from '@/lib/view/markup';
import { cn } from './cn';
import { Drawing } from './drawing';

/**
 * The icons of the pages, drawn by Lucide (https://lucide.dev, ISC licence, © Lucide Icons and Contributors; some by Feather,
 * MIT licence, © Cole Bemis). Its package adds 3 kB to every page besides the drawings.
 */

type IconProps = Omit<ComponentProps<'svg'>, 'children'>;

/** The stylesheet has the attributes that all icons share, because a page has dozens of icons. */
const icon = ({ className, ...props }: IconProps, d: string) => (
  <Drawing
    viewBox="0 0 24 24"
    className={cn('icon', className)}
    aria-hidden="true"
    {...props}
    markup={markup`<path d="${d}"/>`}
  />
);

export const ArrowDown = (props: IconProps) => icon(props, 'M12 5v14M19 12l-7 7-7-7');
export const ArrowUp = (props: IconProps) => icon(props, 'M5 12l7-7 7 7M12 19V5');
export const Ban = (props: IconProps) =>
  icon(props, 'M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M4.929 4.929L19.07 19.071');
export const Bell = (props: IconProps) =>
  icon(
    props,
    'M10.268 21a2 2 0 0 0 3.464 0M3.262 15.326A1 1 0 0 0 4 17h16a1 1 0 0 0 .74-1.673C19.41 13.956 18 12.499 18 8A6 6 0 0 0 6 8c0 4.499-1.411 5.956-2.738 7.326',
  );
export const BookOpen = (props: IconProps) =>
  icon(
    props,
    'M12 5v16M20.001 19A2 2 0 0022 17V5a2 2 0 00-1.999-2L16 3.002A5 5 0 0012 5a5 5 0 00-4-2H4a2 2 0 00-2 2v12a2 2 0 001.999 2H8a5 5 0 014 2 5 5 0 014-2z',
  );
export const Bot = (props: IconProps) =>
  icon(
    props,
    'M12 8V4H8M6 8h12a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2v-8a2 2 0 0 1 2 -2zM2 14h2M20 14h2M15 13v2M9 13v2',
  );
export const Check = (props: IconProps) => icon(props, 'M20 6L9 17l-5-5');
export const ChevronDown = (props: IconProps) => icon(props, 'M6 9l6 6 6-6');
export const ChevronLeft = (props: IconProps) => icon(props, 'M15 18l-6-6 6-6');
export const ChevronRight = (props: IconProps) => icon(props, 'M9 18l6-6-6-6');
export const Circle = (props: IconProps) => icon(props, 'M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0');
export const CircleAlert = (props: IconProps) =>
  icon(props, 'M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M12 8L12 12M12 16L12.01 16');
export const CircleCheck = (props: IconProps) =>
  icon(props, 'M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M16 9l-5.5 5.5L8 12');
export const CircleDashed = (props: IconProps) =>
  icon(
    props,
    'M10.1 2.182a10 10 0 0 1 3.8 0M13.9 21.818a10 10 0 0 1-3.8 0M17.609 3.721a10 10 0 0 1 2.69 2.7M2.182 13.9a10 10 0 0 1 0-3.8M20.279 17.609a10 10 0 0 1-2.7 2.69M21.818 10.1a10 10 0 0 1 0 3.8M3.721 6.391a10 10 0 0 1 2.7-2.69M6.391 20.279a10 10 0 0 1-2.69-2.7',
  );
export const CirclePause = (props: IconProps) =>
  icon(props, 'M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M10 15L10 9M14 15L14 9');
export const CircleSlash = (props: IconProps) =>
  icon(props, 'M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M9 15L15 9');
export const Clock = (props: IconProps) => icon(props, 'M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M12 6v6l4 2');
export const Copy = (props: IconProps) =>
  icon(
    props,
    'M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2zM4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2',
  );
export const Download = (props: IconProps) =>
  icon(props, 'M12 15V3M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4M7 10l5 5 5-5');
export const Ellipsis = (props: IconProps) =>
  icon(
    props,
    'M11 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0M18 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0M4 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
  );
export const Info = (props: IconProps) =>
  icon(props, 'M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M12 16v-4M12 8h.01');
export const KeyRound = (props: IconProps) =>
  icon(
    props,
    'M2.586 17.414A2 2 0 0 0 2 18.828V21a1 1 0 0 0 1 1h3a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h1a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h.172a2 2 0 0 0 1.414-.586l.814-.814a6.5 6.5 0 1 0-4-4zM16 7.5a0.5 0.5 0 1 0 1 0a0.5 0.5 0 1 0 -1 0',
  );
export const LogOut = (props: IconProps) =>
  icon(props, 'M16 17l5-5-5-5M21 12H9M9 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4');
export const Minus = (props: IconProps) => icon(props, 'M5 12h14');
export const Monitor = (props: IconProps) =>
  icon(
    props,
    'M4 3h16a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2zM8 21L16 21M12 17L12 21',
  );
export const Moon = (props: IconProps) =>
  icon(
    props,
    'M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401',
  );
export const OctagonX = (props: IconProps) =>
  icon(
    props,
    'M15 9l-6 6M2.586 16.726A2 2 0 0 1 2 15.312V8.688a2 2 0 0 1 .586-1.414l4.688-4.688A2 2 0 0 1 8.688 2h6.624a2 2 0 0 1 1.414.586l4.688 4.688A2 2 0 0 1 22 8.688v6.624a2 2 0 0 1-.586 1.414l-4.688 4.688a2 2 0 0 1-1.414.586H8.688a2 2 0 0 1-1.414-.586zM9 9l6 6',
  );
export const Pencil = (props: IconProps) =>
  icon(
    props,
    'M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497zM15 5l4 4',
  );
export const Plus = (props: IconProps) => icon(props, 'M5 12h14M12 5v14');
export const Search = (props: IconProps) =>
  icon(props, 'M21 21l-4.34-4.34M3 11a8 8 0 1 0 16 0a8 8 0 1 0 -16 0');
export const SearchX = (props: IconProps) =>
  icon(props, 'M13.5 8.5l-5 5M8.5 8.5l5 5M3 11a8 8 0 1 0 16 0a8 8 0 1 0 -16 0M21 21l-4.3-4.3');
export const Sun = (props: IconProps) =>
  icon(
    props,
    'M8 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0M12 2v2M12 20v2M4.93 4.93l1.41 1.41M17.66 17.66l1.41 1.41M2 12h2M20 12h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41',
  );
export const TriangleAlert = (props: IconProps) =>
  icon(props, 'M21.73 18l-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01');
export const Unplug = (props: IconProps) =>
  icon(
    props,
    'M19 5l3-3M2 22l3-3M6.3 20.3a2.4 2.4 0 0 0 3.4 0L12 18l-6-6-2.3 2.3a2.4 2.4 0 0 0 0 3.4ZM7.5 13.5L10 11M10.5 16.5L13 14M12 6l6 6 2.3-2.3a2.4 2.4 0 0 0 0-3.4l-2.6-2.6a2.4 2.4 0 0 0-3.4 0Z',
  );
export const UserRound = (props: IconProps) =>
  icon(props, 'M7 8a5 5 0 1 0 10 0a5 5 0 1 0 -10 0M20 21a8 8 0 0 0-16 0');
export const Webhook = (props: IconProps) =>
  icon(
    props,
    'M18 16.98h-5.99c-1.1 0-1.95.94-2.48 1.9A4 4 0 0 1 2 17c.01-.7.2-1.4.57-2M6 17l3.13-5.78c.53-.97.1-2.18-.5-3.1a4 4 0 1 1 6.89-4.06M12 6l3.13 5.73C15.66 12.7 16.9 13 18 13a4 4 0 0 1 0 8',
  );
export const X = (props: IconProps) => icon(props, 'M18 6L6 18M6 6l12 12');
