import { Check } from 'lucide-react';
import { cn } from '@/components/ui/cn';
import type { Elements } from '@/components/ui/elements';
import { OriginCode } from '@/components/ui/origin-code';
import { Time } from '@/components/ui/time';
import type { RefusedEntry } from '@/lib/contract/activity-view';
import { REPORT_PATH } from '@/lib/contract/api-paths';
import { ANY_ORIGIN } from '@/lib/contract/paths';
import { REPORT_BOUNDS } from '@/lib/domain/reports/report';
import { keyEnd } from '@/lib/view/activity-rows';
import { curl } from '@/lib/view/curl';
import { numberText } from '@/lib/view/numbers';

type Props = { botId: string; entry: RefusedEntry; nowMs: number };
type Sent = NonNullable<RefusedEntry['sent']>;

/** Refusals that another body, or another type of it, would not have met. */
const OF_BODY = ['invalid_body', 'invalid_json', 'unsupported_media_type', 'body_too_large', 'bot_mismatch'];

/** What is known of refused calls: what was sent, what was expected, and the request that works. */
export function RefusedCall({ botId, entry, nowMs }: Props) {
  const { operation, status, error, message, sent, requestId, count, firstAtMs, key } = entry;
  const isReport = operation === `POST ${REPORT_PATH}` && OF_BODY.includes(error);
  const end = key !== null && error === 'invalid_key' ? keyEnd(key, nowMs) : null;
  return (
    <>
      {isReport && (
        <div className="mb-3 grid min-w-0 gap-4 lg:grid-cols-3">
          {sent && (
            <Part title="What was sent" note="Values are never kept, only their type and length.">
              <pre
                translate="no"
                className="wrap-anywhere whitespace-pre-wrap rounded border bg-surface px-4 py-3 text-xs leading-5"
              >
                {`${operation}\n\n${bodyText(sent)}`}
              </pre>
            </Part>
          )}
          <Part title="What was expected">
            <Expected sent={sent} message={message} />
          </Part>
          <Part title="The request that works">
            <OriginCode
              label="The request that works"
              code={curl({
                method: 'POST',
                url: ANY_ORIGIN + REPORT_PATH,
                key: '$KEY',
                json: { botId, serverCount: 4, userCount: 273 },
              })}
            />
          </Part>
        </div>
      )}
      {end !== null && (
        <p>
          The key <span>{end.word === 'revoked' ? 'was revoked' : 'expired'}</span> on{' '}
          <Time atMs={end.atMs} />.
        </p>
      )}
      <p className="text-muted text-xs">
        Refused with <code translate="no">{`${status} ${error}`}</code>
        <span>
          {' '}
          by <code translate="no">{operation}</code>; it did not count.
        </span>
        {count > 1 && (
          <span>
            {' '}
            <span>{`The first of ${count} was on `}</span>
            <Time atMs={firstAtMs} style="second" />
            <span>.</span>
          </span>
        )}
        {requestId !== '' && (
          <span>
            {' '}
            Last request: <code translate="no">{requestId}</code>
          </span>
        )}
      </p>
    </>
  );
}

const Part = ({ title, note, children }: { title: string; note?: string; children: Elements }) => (
  <section className="min-w-0">
    <h3 className="mb-2 font-medium text-xs">{title}</h3>
    {children}
    {note && <p className="mt-2 text-muted text-xs">{note}</p>}
  </section>
);

/** `string, 19 characters` */
const kindText = ({ type, length }: Pick<Sent, 'type' | 'length'>): string =>
  length === null ? type : `${type}, ${length} ${type === 'array' ? 'items' : 'characters'}`;

/** A body with types in place of values. */
function bodyText(sent: Sent): string {
  if (sent.type !== 'object') return kindText(sent);
  const lines = sent.fields.map((field) => `  "${field.name}": ${kindText(field)}`);
  if (sent.others > 0) lines.push(`  ${sent.others} with other names`);
  return lines.length === 0 ? '{ }' : `{\n${lines.join(',\n')}\n}`;
}

/** The fields of a report, each with what is wrong with the one that was sent. */
function Expected({ sent, message }: { sent: Sent | null; message: string }) {
  const rows = [
    { name: 'botId', rule: 'string, 17 to 20 digits' },
    ...(['serverCount', 'userCount', 'shardCount'] as const).map((name) => {
      const { min, max } = REPORT_BOUNDS[name];
      return { name, rule: `number, ${numberText(min)} to ${numberText(max)}` };
    }),
  ];
  return (
    <dl className="divide-y rounded border bg-surface text-xs">
      {rows.map(({ name, rule }) => {
        const fault = faultOf(sent, name, message);
        return (
          <div key={name} className="flex min-h-8 flex-wrap items-center gap-x-3 px-3 py-1">
            <dt className="w-24">
              <code translate="no">{name}</code>
            </dt>
            <dd className="flex-1">{rule}</dd>
            {sent && (
              <dd className={cn(fault === 'optional' ? 'text-muted' : 'text-critical')}>
                {fault === null ? <Check aria-label="as expected" className="size-4 text-healthy" /> : fault}
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}

/** What is wrong with a field in one or two words; `null` if nothing is. */
function faultOf(sent: Sent | null, name: string, message: string): string | null {
  const field = sent?.fields.find((each) => each.name === name);
  if (field === undefined) {
    const other = sent?.fields.find(({ meant }) => meant === name);
    if (other !== undefined) return `sent as ${other.name}`;
    return name === 'shardCount' ? 'optional' : 'missing';
  }
  if (field.type !== (name === 'botId' ? 'string' : 'number')) return field.type;
  return message.includes(`${name} must`) ? 'not allowed' : null;
}
