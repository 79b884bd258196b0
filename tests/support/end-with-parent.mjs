import { spawn } from 'node:child_process';

/**
 * Waits for the end of its input, which comes when the process that started it has ended, however that was; then ends the
 * child, waits for it for 5 s at most, and deletes the folder, if one is given. It ignores signals to its group.
 */
const GUARD = `trap '' HUP INT TERM; read -r line
kill -"$2" "$1" 2>/dev/null
tries=0; while [ "$tries" -lt 50 ] && kill -0 "$1" 2>/dev/null; do tries=$((tries + 1)); sleep 0.1; done
[ -z "$3" ] || rm -rf "$3"`;

/**
 * Ends a child with this process, also when this one is killed: a test runner that is stopped leaves nothing behind.
 * @template {import('node:child_process').ChildProcess} Child
 * @param {Child} child
 * @param {'KILL' | 'QUIT' | 'TERM'} signal PostgreSQL needs QUIT: it ends its processes and gives back its shared memory
 * @param {string} folder of the child's data, to delete too
 * @returns {Child}
 */
export function endWithParent(child, signal = 'KILL', folder = '') {
  if (child.pid === undefined) return child;
  const guard = spawn('/bin/sh', ['-c', GUARD, 'sh', String(child.pid), signal, folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  /** @type {import('node:net').Socket} */ (guard.stdin).unref();
  child.once('exit', () => guard.kill('SIGKILL'));
  return child;
}
