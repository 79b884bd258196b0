import { Num } from '@/components/ui/num';
import { Time } from '@/components/ui/time';
import { callsADay } from '@/lib/domain/quota/forecast';
import { PLANS } from '@/lib/domain/quota/plan';
import { forecastOf, type PlanRequest, type PlanUse } from '@/lib/domain/quota/plan-request';
import { ForecastText } from './forecast-text';

/** How a plan is used, in one line: the calls, the pace and what is to be expected of it. */
export function PlanUseLine({ use }: { use: PlanUse }) {
  const { formerPlan, used, pace } = use;
  return (
    <span>
      <span>
        <Num value={used} /> of <Num value={PLANS[formerPlan].callsPerCycle} /> calls used
      </span>
      {pace === null ? (
        <span>, no forecast yet</span>
      ) : (
        <span>
          , <Num value={callsADay(pace)} /> a day
        </span>
      )}
      {forecastOf(use) !== null && (
        <span className="block">
          <ForecastText forecast={forecastOf(use)} />
        </span>
      )}
    </span>
  );
}

/** What was asked for, and what became of it. */
export function PlanRequestState({ request }: { request: PlanRequest }) {
  const { plan, askedAtMs, answeredAtMs, status, answer } = request;
  return (
    <div>
      <p>
        <span>{`${PLANS[plan].displayName} was asked for on `}</span>
        <Time atMs={askedAtMs} />.{' '}
        {answeredAtMs === null ? (
          <span>No admin has answered yet.</span>
        ) : (
          <>
            <span>{ANSWERS[status]}</span>
            <Time atMs={answeredAtMs} />
            <span>{answer === '' ? '.' : ':'}</span>
          </>
        )}
      </p>
      {answer !== '' && (
        <blockquote className="wrap-anywhere mt-1">
          <bdi>{answer}</bdi>
        </blockquote>
      )}
      <p className="mt-1 text-muted text-xs">
        <span>At that time: </span>
        <PlanUseLine use={request} />
      </p>
    </div>
  );
}

const ANSWERS = {
  open: '',
  granted: 'An admin gave the bot this plan on ',
  declined: 'An admin declined it on ',
  closed: 'An admin gave the bot another plan on ',
} as const satisfies Record<PlanRequest['status'], string>;
