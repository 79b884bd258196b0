/** The frame of the start page and of the pages that lead to a session. */
export { Shell as default } from '@/app/shell/shell';
