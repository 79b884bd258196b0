import { z } from 'zod';
import {
  analyticsLevel,
  callsLimit,
  capabilities,
  displayName,
  features,
  historyDays,
  intervalMinutes,
  intervalName,
  planName,
  timestamp,
} from './usage';

/** The 200 of a check of a key (contract section 8). */
export const verifyResponse = z.strictObject({
  success: z.literal(true),
  message: z.literal('API key is valid'),
  data: z
    .strictObject({
      botId: z.string(),
      botName: z.string(),
      updateIntervalMinutes: intervalMinutes,
      capabilities,
      tier: z.strictObject({
        name: planName,
        displayName,
        updateInterval: intervalName,
        updateIntervalMinutes: intervalMinutes,
        apiCallsUsed: z.int().min(0).describe('Counted calls of the current cycle; this one does not count'),
        apiCallsLimit: callsLimit,
        analyticsLevel,
        historyDays,
        features,
      }),
    })
    .meta({ id: 'KeyDetails' }),
});

/** The 200 of a heartbeat (contract section 8). */
export const heartbeatResponse = z.strictObject({
  success: z.literal(true),
  data: z.strictObject({ receivedAt: timestamp }),
});

export const VERIFY_EXAMPLE = {
  success: true,
  message: 'API key is valid',
  data: {
    botId: '1234567890123456789',
    botName: 'TestBot',
    updateIntervalMinutes: 30,
    capabilities: { analyticsLevel: 'basic', historyDays: 7, updateIntervalMinutes: 30 },
    tier: {
      name: 'free',
      displayName: 'Free',
      updateInterval: '30 minutes',
      updateIntervalMinutes: 30,
      apiCallsUsed: 150,
      apiCallsLimit: 1500,
      analyticsLevel: 'basic',
      historyDays: 7,
      features: { customWebhooks: false, prioritySupport: false, badge: 'none' },
    },
  },
};

export const HEARTBEAT_EXAMPLE = { success: true, data: { receivedAt: '2026-02-05T02:35:00.000Z' } };
