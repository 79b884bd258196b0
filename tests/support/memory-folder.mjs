import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
const FREE_MIN = 4 * 2 ** 30;

/** Whether there is enough of it, and programs may run there: a PostgreSQL server has its binaries beside its data. */
function isUsable() {
  if (!existsSync(IN_MEMORY)) return false;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  const mount = readFileSync('/proc/mounts', 'utf8').match(/^\S+ \/dev\/shm \S+ (\S+)/m)?.[1] ?? '';
  return bavail * bsize >= FREE_MIN && !mount.split(',').includes('noexec');
}

/** Where databases are whose durability is not tested: in memory if possible, so that no commit waits for a disk. */
export const MEMORY_FOLDER = isUsable() ? IN_MEMORY : tmpdir();
