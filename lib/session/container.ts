import 'server-only';

/**
 * The container for pages and actions. The build fails if code for the browser imports it.
 */
export { container } from '@/lib/shared-container';
