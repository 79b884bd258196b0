import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ErrorCode } from '@/lib/domain/errors';
import { INVALID_KEY, MISSING_KEY } from './failures';
import type { Answered } from './observe';
import { failure, type Reply } from './reply';

/** What became of a report: stored, or why not. */
export type ReportOutcome = 'accepted' | ErrorCode;

/** Figures read when they are asked for: a name, what it is, and its values by label. */
export type Watched = {
  readonly name: string;
  readonly help: string;
  readonly label?: string;
  /** One number, or one for each value of `label`. */
  readonly read: () => number | Readonly<Record<string, number>>;
};

export type Metrics = ReturnType<typeof createMetrics>;

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const CALLS = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const REPORT_ROUTE = '/api/v1/bots/stats';

/** The figures of this process in Prometheus' text format. Labels are from closed lists: no id, no address, no secret. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'botmeter_http_requests_total',
    help: 'Answered requests.',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'botmeter_http_request_duration_seconds',
    help: 'From the request to its answer; of pages, to the end of the answer.',
    labelNames: ['route'],
    buckets: SECONDS,
    registers,
  });
  const reports = new Counter({
    name: 'botmeter_reports_total',
    help: 'Reports, accepted or refused with an error code, sent over the API or by hand.',
    labelNames: ['outcome', 'source'],
    registers,
  });
  const commitCalls = new Histogram({
    name: 'botmeter_commit_calls',
    help: 'Calls that shared one commit of the embedded database.',
    buckets: CALLS,
    registers,
  });
  const commitSeconds = new Histogram({
    name: 'botmeter_commit_duration_seconds',
    help: 'From the begin of a group of calls to the end of its commit, which is on disk then.',
    buckets: SECONDS,
    registers,
  });
  const report = (outcome: ReportOutcome, source: 'api' | 'form') => reports.inc({ outcome, source });

  return {
    report,
    answered({ route, method, status, error, durationMs }: Answered): void {
      requests.inc({ route, method, status });
      durations.observe({ route }, durationMs / 1_000);
      if (route === REPORT_ROUTE && method === 'POST') report(error ?? 'accepted', 'api');
    },
    committed(calls: number, durationMs: number): void {
      commitCalls.observe(calls);
      commitSeconds.observe(durationMs / 1_000);
    },
    watch({ name, help, label, read }: Watched): void {
      const collect = function (this: Gauge) {
        const seen = read();
        if (typeof seen === 'number') this.set(seen);
        else for (const [value, figure] of Object.entries(seen)) this.set({ [label ?? '']: value }, figure);
      };
      new Gauge({ name, help, registers, collect, ...(label !== undefined && { labelNames: [label] }) });
    },
    async reply(): Promise<Reply> {
      const headers = { 'Content-Type': registry.contentType };
      return { status: 200, headers, body: await registry.metrics() };
    },
  };
}

/** `GET /api/metrics` for whoever brings the token as a Bearer; the hashes are compared, so time tells nothing. */
export function metricsEndpoint(metrics: Metrics, token: string, hash: (text: string) => string) {
  const expected = hash(token);
  return (request: Request, requestId: string): Promise<Reply> | Reply => {
    const [, given] = /^bearer[ \t]+(.+)$/i.exec(request.headers.get('authorization')?.trim() ?? '') ?? [];
    if (given === undefined) return failure(requestId, { ...MISSING_KEY, message: NO_TOKEN });
    if (hash(given) !== expected) return failure(requestId, { ...INVALID_KEY, message: WRONG_TOKEN });
    return metrics.reply();
  };
}

const NO_TOKEN = 'Send the metrics token as "Authorization: Bearer <token>".';
const WRONG_TOKEN = 'This is not the metrics token.';
