import 'server-only';

/**
 * The container for pages and actions. The build fails if code for the browser imports it; `lib/container.ts` itself is also
 * loaded by the process and the operator's commands, which Next does not build.
 */
export { container } from '@/lib/container';
