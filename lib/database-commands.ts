import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { authSecretFile, readAuthSecret } from './auth/auth-secret';
import { openerOf } from './auth/secrets';
import { recordBackup as recordBackupAt } from './data/backup/backup';
import { writeResult } from './data/backup/folder';
import { rehearse as rehearseAt } from './data/backup/rehearse';
import { restore as restoreAt } from './data/backup/restore';
import { findProblems as findProblemsIn } from './data/check';
import type { Env } from './env';
import type { Progress } from './ports/progress';

/** For operator commands on the whole database. */
export { backUp } from './data/backup/backup';
export { copyDatabase } from './data/backup/copy-database';
export { rowCounts } from './data/backup/figures';
export type { RestoredAccess } from './data/backup/restored-access';
export { compact } from './data/compact';
export { parseDatabaseAddress } from './data/database-address';
export { distribute } from './data/postgres/distribute';

type Database = Env['database'];
type Secret = Env['authSecret'];
export const recordBackup = (of: Database, bytes: number) => recordBackupAt(of, bytes, Date.now());
export const findProblems = (of: Database, secret: Secret, progress?: Progress) =>
  findProblemsIn(of, opensSealed(of, secret), progress);
/** Also writes the result beside the backup. `startedAt`: when the backup was begun, by `performance.now()`. */
export async function rehearse(
  file: string,
  { of, secret, startedAt }: { readonly of: Database; readonly secret: Secret; readonly startedAt: number },
  progress?: Progress,
) {
  const rehearsal = await rehearseAt(file, opensSealed(of, secret), progress);
  const tookMs = Math.round(performance.now() - startedAt);
  writeResult(file, { ...rehearsal, atMs: Date.now(), instance: hostname(), tookMs });
  return rehearsal;
}
export { listBackups } from './data/backup/folder';
export const restore = (file: string, to: Database, isForced: boolean, progress?: Progress) =>
  restoreAt(file, to, isForced, Date.now(), progress);
/** Without a secret in the environment, the one in the folder of the embedded database counts. Creates none. */
function opensSealed(of: Database, authSecret: Secret) {
  const secret =
    authSecret ?? (of.kind === 'sqlite' ? readAuthSecret(authSecretFile(resolve(of.file))) : null);
  const open = secret ? openerOf(secret) : () => null;
  return (sealed: string, person?: string) => open(sealed, person) !== null;
}
