import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { unknownPaths } from '@/lib/server/next/build-files';

it('knows the files of a build whose folders are named like routes, as browsers request them', () => {
  const root = mkdtempSync(join(tmpdir(), 'botmeter-build-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const folder = join(root, '.next', 'static', 'chunks', 'app', 'bots', '[botId]');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'page-1.js'), '');
  mkdirSync(join(root, 'public'));
  writeFileSync(join(root, 'public', 'robots.txt'), '');
  const manifest = { staticRoutes: [], dynamicRoutes: [], rewrites: {} };
  writeFileSync(join(root, '.next', 'routes-manifest.json'), JSON.stringify(manifest));
  const isUnknown = unknownPaths(root);
  expect(isUnknown('/_next/static/chunks/app/bots/%5BbotId%5D/page-1.js')).toBe(false);
  expect(isUnknown('/robots.txt')).toBe(false);
  expect(isUnknown('/_next/static/chunks/app/bots/%5BbotId%5D/page-2.js')).toBe(true);
});
