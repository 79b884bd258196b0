import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ServedRequest } from '@/lib/api/observe';
import type { Reply, VoteOutcome } from '@/lib/api/operation';
import { REPORT_PATH } from '@/lib/contract/api-paths';
import { VERSION } from '@/lib/contract/version';
import type { WebhookKind } from '@/lib/domain/alerts/webhook';
import type { Caller } from '@/lib/domain/people/caller';
import type { ErrorCode } from '@/lib/domain/reports/refusal';
import type { VoteKind } from '@/lib/domain/votes/vote';
import type { Figure } from '@/lib/ports/ports';
import type { Mailer, PostResult, WebhookSender } from '@/lib/ports/senders';
import type { ServiceFigures } from '@/lib/services/overview/overview';

/** The values of a process's metrics, as prom-client adds them up. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** The outcome of a report: accepted, or its error. */
export type ReportOutcome = 'accepted' | ErrorCode;

export type Metrics = ReturnType<typeof createMetrics>;

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const CALLS = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** Metrics of this process, and of its pages process if it has one, in Prometheus text format. Labels come from closed lists: no ids, addresses or secrets. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counter = (name: string, help: string, labelNames: readonly string[]) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = (name: string, help: string, buckets: number[], labelNames: readonly string[] = []) =>
    new Histogram({ name, help, buckets, labelNames, registers });
  const build = new Gauge({
    name: 'botmeter_build_info',
    help: 'Always 1; the label has the version of Botmeter.',
    labelNames: ['version'],
    registers,
    aggregator: 'first',
  });
  build.set({ version: VERSION }, 1);
  const requests = counter('botmeter_http_requests_total', 'Requests that got a response.', [
    'route',
    'method',
    'status',
  ]);
  const durations = histogram(
    'botmeter_http_request_duration_seconds',
    'From the request to its response; for pages, to the end of the response.',
    SECONDS,
    ['route'],
  );
  const heldReports = histogram(
    'botmeter_held_report_duration_seconds',
    'From the request to its response, of reports that were held until they were due; not in the durations above.',
    SECONDS,
  );
  const reports = counter(
    'botmeter_reports_total',
    'Reports, accepted or refused with an error code, sent over the API or by hand.',
    ['outcome', 'source'],
  );
  const commitCalls = histogram(
    'botmeter_commit_calls',
    'Calls that shared one commit of the embedded database.',
    CALLS,
  );
  const commitSeconds = histogram(
    'botmeter_commit_duration_seconds',
    'From the start of a transaction of calls to the end of its durable commit.',
    SECONDS,
  );
  const denials = counter(
    'botmeter_denials_total',
    'Denied page actions, of signed-in people (also recorded) and of anonymous callers.',
    ['action', 'who'],
  );
  const deliveries = counter(
    'botmeter_deliveries_total',
    'Tries to deliver events to webhooks, by kind and result.',
    ['kind', 'result'],
  );
  const votes = counter(
    'botmeter_vote_deliveries_total',
    'What lists sent about votes, by kind of list and result.',
    ['kind', 'outcome'],
  );
  const drawings = counter(
    'botmeter_public_drawings_total',
    'Badges, charts and pages of public bots that were drawn, and not kept from before.',
    ['form'],
  );
  const mails = counter('botmeter_mails_total', 'Tries to send mails, by result.', ['result']);
  const jobFailures = counter('botmeter_job_failures_total', 'Runs of jobs that ended with an error.', [
    'name',
  ]);
  const showFigures = createFigures(registers);
  let readFigures: () => Promise<ServiceFigures | null> = async () => null;
  let readPages: () => Promise<MetricValues | null> = async () => null;
  const values = async () => {
    showFigures(await readFigures());
    return registry.getMetricsAsJSON();
  };
  const report = (outcome: ReportOutcome, source: 'api' | 'form') => reports.inc({ outcome, source });

  return {
    report,
    denied: (action: string, who: Caller['kind']): void => denials.inc({ action, who }),
    countRequest({ route, method, status, error, durationMs, isHeld }: ServedRequest): void {
      requests.inc({ route, method, status });
      if (isHeld) heldReports.observe(durationMs / 1_000);
      else durations.observe({ route }, durationMs / 1_000);
      if (route === REPORT_PATH && method === 'POST') report(error ?? 'accepted', 'api');
    },
    committed(calls: number, durationMs: number): void {
      commitCalls.observe(calls);
      commitSeconds.observe(durationMs / 1_000);
    },
    delivery: (kind: WebhookKind, result: SendResult): void => deliveries.inc({ kind, result }),
    vote: (kind: VoteKind, outcome: VoteOutcome): void => votes.inc({ kind, outcome }),
    drawn: (form: 'svg' | 'png' | 'html' | 'json'): void => drawings.inc({ form }),
    mail: (result: SendResult): void => mails.inc({ result }),
    jobFailed: (name: string): void => jobFailures.inc({ name }),
    /** `read` is called for each scrape, and resolves to `null` while the figures cannot be read. */
    watchService(read: () => Promise<ServiceFigures | null>): void {
      readFigures = read;
    },
    watch({ name, help, label, read }: Figure): void {
      const collect = function (this: Gauge) {
        const seen = read();
        if (typeof seen === 'number') this.set(seen);
        else for (const [value, figure] of Object.entries(seen)) this.set({ [label ?? '']: value }, figure);
      };
      new Gauge({ name, help, registers, collect, ...(label !== undefined && { labelNames: [label] }) });
    },
    /** `read` returns the values of the pages process, which are added to those of this one. */
    watchPages(read: () => Promise<MetricValues | null>): void {
      readPages = read;
    },
    values,
    async reply(): Promise<Reply> {
      const all = await Promise.all([values(), readPages()]);
      const headers = { 'Content-Type': registry.contentType };
      const sum = AggregatorRegistry.aggregate(all.filter((part) => part !== null));
      return { status: 200, headers, body: await sum.metrics() };
    },
  };
}

const QUEUES = { events: 'Events', deliveries: 'Deliveries', mails: 'Mails' } as const;

/** Gauges of the whole service. The function that it returns sets them; without figures they have no value. */
function createFigures(registers: Registry[]): (figures: ServiceFigures | null) => void {
  const queues = Object.entries(QUEUES).map(([name, noun]) => ({
    name: name as keyof typeof QUEUES,
    waiting: new Gauge({
      name: `botmeter_${name}_waiting`,
      help: `${noun} that wait to be handled, those for a later try included.`,
      registers,
    }),
    oldest: new Gauge({
      name: `botmeter_${name}_oldest_seconds`,
      help: `${noun}: for how long the first that waits has been due.`,
      registers,
    }),
  }));
  const bots = new Gauge({
    name: 'botmeter_bots',
    help: 'Bots by state, as last counted.',
    labelNames: ['state'],
    registers,
  });
  const backup = new Gauge({
    name: 'botmeter_backup_timestamp_seconds',
    help: 'When “botmeter backup” was last run, in seconds since 1970.',
    registers,
  });
  const ofService = {
    age: new Gauge({
      name: 'botmeter_backup_age_seconds',
      help: 'Since the newest good backup that the service made (BACKUP_DIR) was begun.',
      registers,
    }),
    rehearsed: new Gauge({
      name: 'botmeter_backup_rehearsed',
      help: '1 if the backups of the service are in order: the last one was rehearsed well, and is younger than 36 hours; else 0.',
      registers,
    }),
    bytes: new Gauge({
      name: 'botmeter_backup_bytes',
      help: 'The size of the newest good backup that the service made.',
      registers,
    }),
    seconds: new Gauge({
      name: 'botmeter_backup_seconds',
      help: 'What making and rehearsing the newest good backup of the service took.',
      registers,
    }),
  };
  const unlabelled = [
    backup,
    ...Object.values(ofService),
    ...queues.flatMap(({ waiting, oldest }) => [waiting, oldest]),
  ];
  return (figures) => {
    bots.reset();
    // `reset` would set these to 0, which would be a wrong figure.
    for (const gauge of unlabelled) gauge.remove();
    if (figures === null) return;
    for (const { name, waiting, oldest } of queues) {
      waiting.set(figures.queues[name].count);
      oldest.set(figures.queues[name].overdueMs / 1_000);
    }
    for (const [state, count] of Object.entries(figures.bots ?? {})) bots.set({ state }, count);
    if (figures.isRehearsed !== null) ofService.rehearsed.set(figures.isRehearsed ? 1 : 0);
    if (figures.goodBackup !== null) {
      const { ageMs, bytes, tookMs } = figures.goodBackup;
      ofService.age.set(ageMs / 1_000);
      ofService.bytes.set(bytes);
      ofService.seconds.set(tookMs / 1_000);
    }
    if (figures.backupAtMs !== null) backup.set(figures.backupAtMs / 1_000);
  };
}

type SendResult = 'ok' | 'failed';

/** Senders that report the result of every try. */
export function countSends(
  { webhooks, mailer }: { readonly webhooks: WebhookSender; readonly mailer: Mailer | null },
  count: {
    delivery: (kind: WebhookKind, result: SendResult) => void;
    mail: (result: SendResult) => void;
  },
): { webhooks: WebhookSender; mailer: Mailer | null } {
  const posted = (kind: WebhookKind) => (result: PostResult) => {
    count.delivery(kind, result.isDelivered ? 'ok' : 'failed');
    return result;
  };
  return {
    webhooks: {
      judge: (address) => webhooks.judge(address),
      postSigned: (message) => webhooks.postSigned(message).then(posted('signed')),
      postDiscord: (message) => webhooks.postDiscord(message).then(posted('discord')),
      close: () => webhooks.close(),
    },
    mailer: mailer && {
      send: async (letter, signal) => {
        const result = await mailer.send(letter, signal);
        count.mail(result.isSent ? 'ok' : 'failed');
        return result;
      },
      close: () => mailer.close(),
    },
  };
}
