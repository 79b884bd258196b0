import type { Change } from '@/lib/domain/history/change';
import { signedPercentText, signedText } from './numbers';

/** `+1,234 (+1.2%)`, `0`: a change and its part of what was before, where that is known. */
export const changeText = ({ by, percent }: Pick<Change, 'by' | 'percent'>): string =>
  signedText(by) + (percent === null || by === 0 ? '' : ` (${signedPercentText(percent)})`);
