/** The frame of the pages of signed-in people, and of the API reference. */
export { Shell as default } from '@/app/shell/shell';
