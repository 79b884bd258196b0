import { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** The IP addresses of a host name, at least one; rejects with a DNS error. */
export type Resolve = (name: string, isNamed: boolean) => Promise<string[]>;

/** The second try takes twice as long: at most 6 s for each name server. */
const DNS_OPTIONS = { timeout: 2_000, tries: 2 };

/**
 * Asks DNS, not the system: a system's lookup occupies one of the few threads that database connections also need, for
 * as long as the name server of someone's webhook likes. Names of the operator (`isNamed`, the hosts file) are left to
 * the system, which also knows other sources. `servers` take the place of the system's name servers.
 */
export function createResolve(servers?: readonly string[]): Resolve {
  return async (name, isNamed) => {
    const isLocal = isNamed || (await isInHostsFile(name));
    const addresses = isLocal ? await askSystem(name) : await askDns(name, servers);
    // Servers without IPv6 are more frequent than those without IPv4.
    return addresses.sort((a, b) => isIP(a) - isIP(b));
  };
}

const askSystem = async (name: string): Promise<string[]> =>
  (await lookup(name, { all: true })).map(({ address }) => address);

async function askDns(name: string, servers: readonly string[] | undefined): Promise<string[]> {
  // A new one each time knows of changes to the system's name servers.
  const resolver = new Resolver(DNS_OPTIONS);
  if (servers !== undefined) resolver.setServers(servers);
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = [four, six].flatMap((found) => (found.status === 'fulfilled' ? found.value : []));
  if (addresses.length === 0 && four.status === 'rejected') throw four.reason;
  return addresses;
}

async function isInHostsFile(name: string): Promise<boolean> {
  const text = await readFile('/etc/hosts', 'utf8').catch(() => '');
  return text.toLowerCase().split(/\s+/).includes(name);
}
