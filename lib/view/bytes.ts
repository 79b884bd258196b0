const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** A size in decimal units with one decimal: `12.3 MB`. */
export function bytesText(bytes: number): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  // Rounded, so that no value is shown as 1000 of a unit.
  while (unit < UNITS.length - 1 && Math.round(value * 10) >= 10_000) {
    value /= 1_000;
    unit++;
  }
  return `${unit === 0 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}
