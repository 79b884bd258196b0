import { csv } from '../csv';
import type { Day } from '../day-bars';

/** Calls per day as a CSV file, oldest day first. */
export const callsCsv = (days: readonly Day[]): string =>
  csv(
    ['day', 'counted', 'refused'],
    days.map(({ date, calls, rejected }) => [date, calls, rejected]),
  );
