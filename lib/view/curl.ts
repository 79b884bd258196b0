import { VERIFY_PATH } from '@/lib/contract/api-paths';

/** curl commands to paste into a shell. A key contains no shell metacharacter; a variable in its place is expanded. */

export type CurlCall = {
  readonly method: string;
  readonly url: string;
  /** Absent if the call needs no key. */
  readonly key?: string | undefined;
  /** A JSON body; must not contain `'`. */
  readonly json?: object | undefined;
};

/** The curl command of one API call: a line for the address, each header and each member of the body. */
export function curl({ method, url, key, json }: CurlCall): string {
  const parts = [method === 'GET' ? `curl ${url}` : `curl -X ${method} ${url}`];
  if (key !== undefined) parts.push(`-H "Authorization: Bearer ${key}"`);
  if (json !== undefined) parts.push(`-H 'Content-Type: application/json'`, `-d '{${members(json)}}'`);
  return parts.join(' \\\n  ');
}

const members = (json: object): string =>
  Object.entries(json)
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(',\n       ');

/** Shows that a key works, counts nothing and invents no statistics. */
export const verifyCurl = (baseUrl: string, key: string): string =>
  curl({ method: 'GET', url: baseUrl + VERIFY_PATH, key });
