import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { exchange, rawRequest } from '../../support/process/http';
import { createOwner, Operator } from '../../support/process/operator';
import { bearer, REPORT_PATH } from '../../support/process/requests';
import { logLines, stopService } from '../../support/process/service';
import { testDatabaseFile, testService } from '../../support/process/test-resources';

const multipart = ['Content-Type: multipart/form-data; boundary=x'];

/** Sends a part of a request and closes the connection. */
const sendAndReset = (port: number, bytes: string) =>
  new Promise<void>((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () =>
      socket.write(bytes, () => socket.resetAndDestroy()),
    );
    socket.on('error', () => {}).on('close', () => resolve());
  });

it('writes only JSON lines, whatever its clients send', async () => {
  const databaseFile = testDatabaseFile();
  const service = await testService({ databaseFile, env: { LOG_LEVEL: 'debug' } });
  await createOwner(databaseFile);
  const operator = new Operator(databaseFile);
  const bot = await operator.bot();
  await operator.close();
  const { port } = service;
  const post = (path: string, ...lines: string[]) =>
    [`POST ${path} HTTP/1.1`, 'Host: localhost', ...lines].join('\r\n');
  const key = `Authorization: ${bearer(bot).Authorization}`;
  const json = 'Content-Type: application/json';
  const broken = [
    post(REPORT_PATH, key, json, 'Content-Length: 500', '', '{"botId"'),
    post(REPORT_PATH, key, json, 'Transfer-Encoding: chunked', '', '5', '{"bot', ''),
    post(REPORT_PATH, key, json, 'Content-Length: 5000000', '', 'x'.repeat(20_000)),
    post('/login', 'Content-Type: text/plain', 'Content-Length: 500', '', 'x'),
    post('/login', ...multipart, 'Next-Action: 1', 'Content-Length: 500', '', '--x'),
    post('/login', ...multipart, 'Transfer-Encoding: chunked', '', '3', '--x', ''),
    post('/login', 'Content-Type: application/x-www-form-urlencoded', 'Content-Length: 500', '', 'email='),
    rawRequest('/login'),
    rawRequest('/docs'),
  ];
  for (let i = 0; i < 5; i++) await Promise.all(broken.map((bytes) => sendAndReset(port, bytes)));
  const odd = [
    ...['', 'a b', '[::1', 'x/y', 'evil.example, localhost'].map((host) =>
      rawRequest('/login').replace('Host: localhost', `Host: ${host}`),
    ),
    rawRequest('/login', ['Host: evil.example']),
    rawRequest('http://evil.example/login'),
    rawRequest('/login', ['RSC: 1', 'Next-Router-State-Tree: x']),
    rawRequest('/api/auth/callback/discord?error=x'),
    rawRequest('/api/auth/error?error=Configuration'),
    rawRequest('/_next/image?url=x'),
    rawRequest('/%ff'),
    post('/login', 'Connection: close', ...multipart, 'Next-Action: 1', 'Content-Length: 3', '', '--x'),
  ];
  for (const bytes of odd) await exchange(port, bytes);
  await stopService(service);
  expect(logLines(service).length).toBeGreaterThan(2);
});
