import type { Elements } from '@/components/ui/elements';
import { Cell } from '@/components/ui/table';
import { Time } from '@/components/ui/time';

/** When an entry of a bot's activity was made: on a narrow screen the date and the time on a line each. */
export const TimeCell = ({ atMs, children }: { atMs: number; children?: Elements }) => (
  <Cell label="Time" className="py-2 max-lg:whitespace-normal sm:min-w-28">
    <Time atMs={atMs} style="second" />
    {children}
  </Cell>
);
