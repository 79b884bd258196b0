import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.mjs';
import { requireProgram } from '../required-program';

/** The settings that lib/deploy/README.md recommends: only a request that never reached a server is sent again. */
const settings = (port: number, ports: readonly number[]) => `
global
  maxconn 4096
defaults
  mode http
  timeout connect 2s
  timeout client 75s
  timeout server 30s
  timeout http-keep-alive 60s
  option forwardfor
  option redispatch 1
  retries 3
  retry-on conn-failure
frontend public
  bind 127.0.0.1:${port}
  http-request del-header X-Forwarded-For
  default_backend botmeter
backend botmeter
  balance roundrobin
  option httpchk GET /api/health/ready
${ports.map((p, i) => `  server botmeter${i} 127.0.0.1:${p} check inter 500ms fall 1 rise 1`).join('\n')}
`;

/** Starts haproxy as a load balancer for several server processes. */
export async function startHaproxy(ports: readonly number[]): Promise<{ port: number; stop: () => void }> {
  requireProgram('haproxy');
  const folder = mkdtempSync(join(tmpdir(), 'botmeter-haproxy-'));
  const port = await freePort();
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, settings(port, ports));
  const haproxy = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  await readiness(port, haproxy);
  return {
    port,
    stop: () => {
      haproxy.kill('SIGKILL');
      rmSync(folder, { recursive: true });
    },
  };
}

async function readiness(port: number, haproxy: ChildProcess): Promise<void> {
  let errors = '';
  haproxy.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  const giveUpAt = performance.now() + 10_000;
  while (performance.now() < giveUpAt && haproxy.exitCode === null) {
    const response = await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`haproxy did not start: ${errors}`);
}
