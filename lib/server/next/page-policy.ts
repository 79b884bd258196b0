import type { RequestListener } from 'node:http';
import { freshPolicy, NONCE_HEADER } from '@/lib/http/content-security-policy';
import { isPage } from './is-page';

/**
 * Sets the content security policy of pages that are read, instead of proxy.ts: to run that, Next passes the request through
 * its whole router once more. Requests from clients must not have NONCE_HEADER.
 */
export function withPagePolicy(pages: RequestListener): RequestListener {
  return (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && isPage(request)) {
      const { nonce, policy } = freshPolicy();
      Object.assign(request.headers, { [NONCE_HEADER]: nonce, 'content-security-policy': policy });
      response.setHeader('Content-Security-Policy', policy);
    }
    pages(request, response);
  };
}
