const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/**
 * What Intl.DateTimeFormat writes in English and UTC, as the server does for a reader that it does not know: without
 * Intl, for the reason that englishNumber gives.
 */
export const ENGLISH_UTC = {
  date: (time: Date) => `${day(time)}, ${time.getUTCFullYear()}`,
  minute: (time: Date) => `${ENGLISH_UTC.date(time)}, ${clock(time)}`,
  second: (time: Date) => `${ENGLISH_UTC.date(time)}, ${clock(time, `:${twoDigits(time.getUTCSeconds())}`)}`,
  clock: (time: Date) => clock(time),
  day: (time: Date) => day(time),
  weekday: (time: Date) => `${DAYS[time.getUTCDay()]}, ${day(time)}`,
};

const day = (time: Date) => `${MONTHS[time.getUTCMonth()]} ${time.getUTCDate()}`;

function clock(time: Date, seconds = ''): string {
  const hours = time.getUTCHours();
  return `${hours % 12 || 12}:${twoDigits(time.getUTCMinutes())}${seconds} ${hours < 12 ? 'AM' : 'PM'}`;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');
