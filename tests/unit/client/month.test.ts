import { testMonths } from './months';

testMonths(
  { plan: 'free', tooSoonMax: 0 },
  { plan: 'premium', change: { to: 'business', atDay: 17.7 }, tooSoonMax: 0 },
);
