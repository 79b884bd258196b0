import { join, relative } from 'node:path';
import { ROOT } from './project.mjs';

const CHECK_EVERY_MS = 250;

/**
 * Under `npm start`, sends this process SIGTERM when the shell that npm started is gone. A SIGTERM to npm ends only
 * that shell, and the server would keep the port. Started any other way (systemd, nohup, docker), the process
 * outlives its parent as usual.
 */
export function stopWithNpm() {
  const { npm_package_json: manifest, npm_lifecycle_script: script } = process.env;
  const own = `node ${relative(ROOT, process.argv[1] ?? '')}`;
  if (manifest !== join(ROOT, 'package.json') || script !== own) return;
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    process.kill(process.pid, 'SIGTERM');
  }, CHECK_EVERY_MS);
  check.unref();
}
