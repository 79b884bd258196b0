import { testMonths } from './months';

testMonths(
  { plan: 'premium', tooSoonMax: 0 },
  { plan: 'business', tooSoonMax: 0 },
  { plan: 'free', change: { to: 'premium', atDay: 11.3 }, tooSoonMax: 0 },
  // The client detects a downgrade by one refused report. A later day would exhaust the smaller quota.
  { plan: 'business', change: { to: 'premium', atDay: 1 }, tooSoonMax: 1 },
);
