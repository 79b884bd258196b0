import { targetPath } from '@/lib/http/incoming';

/** Files, what is below `/api`, and Next's built-in error page, which proxy.ts replaces. */
const NO_PAGE = /^\/(?:api\/|_next\/static\/|_global-error|icon\.svg$|client[^/]*\.tgz$|download\/)/;

/** Whether the front door may treat what is requested as a page: each response is made for one reader. */
export const isPage = ({ url = '/' }: { readonly url?: string | undefined }): boolean =>
  !NO_PAGE.test(targetPath(url));
