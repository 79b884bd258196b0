import { ANY_ORIGIN } from '@/lib/contract/paths';
import { container } from '@/lib/session/container';

/** The origin in lines to copy: APP_URL, or a placeholder that the browser replaces (components/ui/origin-code.tsx). */
export const shownOrigin = (): string => container().env.appUrl ?? ANY_ORIGIN;
