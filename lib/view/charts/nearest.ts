/** The index of the value next to `wanted` in ascending `values`; the lower of two equally near; −1 if there is none. */
export function nearestIndex(values: readonly number[], wanted: number): number {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [left = 0, right = 0] = [values[middle], values[middle + 1]];
    if (wanted - left <= right - wanted) high = middle;
    else low = middle + 1;
  }
  return high;
}

const PAGE = 10;

/** The index to which a key moves the crosshair; `null` for other keys. */
export function indexAfterKey(key: string, index: number, count: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    PageUp: -PAGE,
    PageDown: PAGE,
    Home: -count,
    End: count,
  };
  const step = steps[key];
  return step === undefined ? null : Math.min(count - 1, Math.max(0, index + step));
}
