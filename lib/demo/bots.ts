import type { DemoBot } from './past';

/** The demo's bots: one on each plan, and one each in healthy, warning and critical. */

export const DEMO_BOTS: readonly DemoBot[] = [
  {
    id: '1183746529012345678',
    name: 'Harbour',
    plan: 'business',
    servers: 48_210,
    shards: 48,
    used: 28_944,
    cycleDays: 20,
  },
  {
    id: '1092837465601928374',
    name: 'Lantern Music',
    plan: 'premium',
    servers: 3_842,
    shards: 4,
    used: 8_412,
    cycleDays: 26,
  },
  {
    id: '1001928374650192837',
    name: 'Tidekeeper',
    plan: 'free',
    servers: 412,
    shards: 1,
    used: 1_446,
    cycleDays: 27,
  },
];
