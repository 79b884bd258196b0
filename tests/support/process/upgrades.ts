import { expect } from 'vitest';

const upgrade = (
  name: string,
  displayName: string,
  apiCallsLimit: number,
  updateIntervalMinutes: number,
) => ({
  tier: { name, displayName },
  apiCallsLimit,
  updateIntervalMinutes,
  message: expect.stringMatching(/^[A-Z].*\.$/),
});

/** The `upgrade` that the API recommends to a bot on each plan. */
export const UPGRADES = {
  free: upgrade('premium', 'Premium', 10_000, 5),
  premium: upgrade('business', 'Business', 100_000, 1),
  business: null,
};
