import type { Reader } from '@/components/ui/reader';
import { Cell, Row } from '@/components/ui/table';
import type { StoredPoint } from '@/lib/domain/history/summary';
import { isoTime } from '@/lib/domain/text/time';
import type { AnnotationRow } from '@/lib/view/charts/annotations';
import type { Measure } from '@/lib/view/charts/chart';
import { extentText } from '@/lib/view/charts/readings';
import { numberText } from '@/lib/view/numbers';
import { timeText, utcText } from '@/lib/view/times';

/** A report, or the summary of an hour of reports: its last values with the lowest and highest below them. */
export function HistoryRow({ point, reader }: { point: StoredPoint; reader: Reader }) {
  const { atMs, hourMs, reports, shardCount } = point;
  const { locale } = reader;
  const count = (label: string, measure: Measure) => (
    <Cell isNumeric label={label}>
      <span>{numberText(point[measure], locale)}</span>
      <Detail text={extentText(point, measure, locale)} />
    </Cell>
  );
  return (
    <Row>
      <Cell label="Time">
        <time dateTime={isoTime(atMs)} title={utcText(atMs)}>
          {timeText(atMs, 'second', reader)}
        </time>
        <Detail text={hourMs === null ? null : `last of ${numberText(reports, locale)} in this hour`} />
      </Cell>
      {count('Servers', 'serverCount')}
      {count('Users', 'userCount')}
      <Cell isNumeric label="Shards">
        {numberText(shardCount, locale)}
      </Cell>
    </Row>
  );
}

type MarkRowProps = AnnotationRow & { reader: Reader };

/** A mark, or a planned silence, between the reports. */
export function MarkRow({ atMs, text, untilMs, reader }: MarkRowProps) {
  return (
    <Row>
      <Cell label="Time">
        <time dateTime={isoTime(atMs)} title={utcText(atMs)}>
          {timeText(atMs, 'second', reader)}
        </time>
        <Detail text={untilMs === null ? null : `until ${timeText(untilMs, 'minute', reader)}`} />
      </Cell>
      <Cell colSpan={3} className="wrap-anywhere whitespace-normal text-muted">
        <bdi>{text}</bdi>
      </Cell>
    </Row>
  );
}

const Detail = ({ text }: { text: string | null }) =>
  text !== null && <span className="block text-muted text-xs">{text}</span>;
