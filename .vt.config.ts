import { defineConfig } from 'vitest/config';
export default defineConfig({ root: '/work/h/api', resolve: { alias: { '@': '/work/h/api' } }, test: { include: ['tests/api/plain-next/routes.test.ts'], testTimeout: 60000, hookTimeout: 120000 } });
