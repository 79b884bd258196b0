'use client';

import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { isRangeChosenAt } from '@/lib/view/navigation';

/**
 * The time that the charts of a bot show, as the address says it; `null` for that which a page shows by itself. A page without
 * a choice of it, whose links leave it out, keeps that of the page before.
 */
export function useRange(path: string): string | null {
  const params = useSearchParams();
  const from = params.get('from');
  const given = from === null ? params.get('range') : `${from}..${params.get('to')}`;
  const [kept, setKept] = useState(given);
  const range = isRangeChosenAt(path) ? given : (given ?? kept);
  if (range !== kept) setKept(range);
  return range;
}
