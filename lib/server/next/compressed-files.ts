import type { RequestListener } from 'node:http';
import { extname } from 'node:path';
import { targetPath } from '@/lib/api/incoming';
import { acceptsCoding } from '@/lib/api/negotiation';
import { staticFiles } from './build-files';

/** What lib/build/compress-files.mjs makes of each file, smallest first. */
const COPIES = [
  { coding: 'br', end: '.br' },
  { coding: 'gzip', end: '.gz' },
] as const;

/** The files of which there are copies. */
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/**
 * Serves scripts and styles as the build compressed them, once and as small as possible, instead of anew
 * for each request. Next serves the copies too, so ranges and conditions work as for any file.
 */
export function serveCompressedFiles(pages: RequestListener, root = process.cwd()): RequestListener {
  const files = staticFiles(root);
  return (request, response) => {
    const path = targetPath(request.url ?? '/');
    const type = TYPES[extname(path)];
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && type !== undefined && files.has(path)) {
      response.setHeader('Content-Type', type);
      response.setHeader('Vary', 'Accept-Encoding');
      const accepted = request.headers['accept-encoding'];
      const copy = COPIES.find(({ coding, end }) => files.has(path + end) && acceptsCoding(coding, accepted));
      if (copy !== undefined) {
        request.url = path + copy.end;
        response.setHeader('Content-Encoding', copy.coding);
      }
    }
    pages(request, response);
  };
}
