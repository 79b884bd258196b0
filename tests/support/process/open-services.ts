import { type Container, openContainer } from '@/lib/container';
import { parseEnv } from '@/lib/env';
import { settingsFor } from './database-url';

/** The services of this process on a server's database: a path of a SQLite file, or a `DATABASE_URL`. */
export function openServices(database: string): Promise<Container> {
  const parsed = parseEnv({ ...settingsFor(database), DATABASE_POOL_MAX: '2', LOG_LEVEL: 'silent' });
  if (!parsed.ok) throw new Error(parsed.faults.join('\n'));
  return openContainer(parsed.env, { waits: true });
}
