import { BellRing, ChevronRight, Circle, CircleCheck, Globe, TriangleAlert, Vote } from 'lucide-react';
import { useId } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { cn } from '@/components/ui/cn';
import { CodeBlock } from '@/components/ui/code-block';
import type { Elements } from '@/components/ui/elements';
import { FormNotice } from '@/components/ui/form-notice';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { OriginCode } from '@/components/ui/origin-code';
import { Spinner } from '@/components/ui/spinner';
import { EmptyState } from '@/components/ui/states';
import { Ago } from '@/components/ui/time';
import { useForm } from '@/components/ui/use-form';
import { createKeyAction } from '@/lib/actions/keys';
import type { BotView, FirstSteps } from '@/lib/contract/bot-view';
import { paths } from '@/lib/contract/paths';
import { ofBot } from '@/lib/queries/of-bot';
import { activityHref } from '@/lib/view/activity-links';
import { firstPrograms, type Program, type Wheel } from '@/lib/view/quick-start';

type FirstReportProps = Pick<BotView, 'firstSteps' | 'nowMs'> & {
  botId: string;
  /** The service's own origin, or ANY_ORIGIN. */
  baseUrl: string;
  wheel: Wheel | null;
  /** Why no report is accepted, in one sentence; `null` if one is. */
  blocked: string | null;
  /** Called with whether a new key is on the screen: it must not vanish when the first report arrives. */
  onKey: (isShown: boolean) => void;
};

/** The page of a new bot: a key, complete programs with it, what has arrived from the bot so far, and what to do next. */
export function FirstReport(props: FirstReportProps) {
  const { botId, firstSteps, nowMs, blocked, onKey } = props;
  const form = useForm(createKeyAction, { changes: ofBot(botId), onDone: () => onKey(true) });
  const key = form.state.value?.key ?? null;
  if (blocked !== null && firstSteps !== null) {
    return (
      <Card title="Send the first report">
        <EmptyState title="No reports yet">{blocked}</EmptyState>
      </Card>
    );
  }
  const hasKey = key !== null || firstSteps?.hasKey !== false;
  const hasReported = firstSteps === null;
  return (
    <div className="grid min-w-0 items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <section aria-label="Send the first report" className="min-w-0 rounded border bg-surface">
        <ol className="divide-y">
          <Step
            number={1}
            state={hasKey ? 'done' : 'now'}
            label={key === null ? 'Create a key' : 'Copy the key'}
          >
            {key !== null ? (
              <>
                <Notice tone="warning">
                  This is the only time that the key is shown. The programs below hold it.
                </Notice>
                <CodeBlock label="API key" code={key} />
              </>
            ) : (
              <form {...form.form} className="flex flex-wrap items-center gap-3">
                <FormNotice {...form.state} />
                <input type="hidden" name="botId" value={botId} />
                <input type="hidden" name="name" value="default" />
                <Button type="submit" variant={hasKey ? 'secondary' : 'primary'} isPending={form.isPending}>
                  {hasKey ? 'Create another key' : 'Create key'}
                </Button>
                <span className="text-muted">
                  {hasKey ? (
                    <span>
                      Or put one of{' '}
                      <Link href={paths.bot(botId).keys} className="underline underline-offset-4">
                        its keys
                      </Link>{' '}
                      in place of <code translate="no">btm_…</code> below.
                    </span>
                  ) : (
                    <span>It is shown once, and filled in below.</span>
                  )}
                </span>
              </form>
            )}
          </Step>
          <Step
            number={2}
            state={hasReported ? 'done' : hasKey ? 'now' : 'later'}
            label="Run one of these programs"
          >
            <Programs {...props} apiKey={key ?? 'btm_…'} />
          </Step>
          <Step number={3} state={hasReported ? 'done' : 'later'} label="See it arrive">
            <p className="text-muted">
              Calls appear under Live within seconds, refused ones with the reason.
            </p>
            {hasReported && (
              <Button variant="primary" className="self-start" onClick={() => onKey(false)}>
                Show the charts
              </Button>
            )}
          </Step>
        </ol>
      </section>
      <div className="flex min-w-0 flex-col gap-4">
        <Card title="Live">
          <div role="status">
            <Progress botId={botId} steps={firstSteps} nowMs={nowMs} />
          </div>
        </Card>
        <NextSteps botId={botId} />
      </div>
    </div>
  );
}

type StepState = 'done' | 'now' | 'later';

const STEP_LOOK: Readonly<Record<StepState, string>> = {
  done: 'bg-healthy-soft text-healthy',
  now: 'bg-ink text-surface',
  later: 'border text-muted',
};

type StepProps = { number: number; state: StepState; label: string; children: Elements };

function Step({ number, state, label, children }: StepProps) {
  const look = cn(
    'grid size-6 shrink-0 place-items-center rounded-full font-semibold text-xs',
    STEP_LOOK[state],
  );
  return (
    <li className="flex min-w-0 gap-3 p-4">
      <span className={look}>{state === 'done' ? <CircleCheck className="size-4" /> : number}</span>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <h2 className="pt-0.5 font-semibold">{label}</h2>
        {children}
      </div>
    </li>
  );
}

/** One program at a time, chosen by radio buttons that style sheets obey, so that all can be read without scripts. */
function Programs({ botId, apiKey, ...service }: FirstReportProps & { apiKey: string }) {
  const name = useId();
  const programs = firstPrograms({ ...service, bot: { id: botId, key: apiKey } });
  return (
    <fieldset className="group/programs min-w-0 rounded border bg-inset">
      <legend className="sr-only">Language</legend>
      <div className="flex gap-5 border-b px-4">
        {programs.map(({ language }, at) => (
          <label
            key={language}
            className="-mb-px flex h-9 cursor-pointer items-center border-transparent border-b-2 font-medium text-muted has-focus-visible:outline-2 has-focus-visible:outline-accent has-checked:border-ink has-checked:text-ink"
          >
            <input type="radio" name={name} value={language} defaultChecked={at === 0} className="sr-only" />
            <span>{language}</span>
          </label>
        ))}
      </div>
      {programs.map((program) => (
        <div key={program.language} className={cn('hidden', SHOWN[program.language])}>
          <ProgramSteps {...program} />
        </div>
      ))}
    </fieldset>
  );
}

const SHOWN: Readonly<Record<Program['language'], string>> = {
  JavaScript: 'group-has-[[value=JavaScript]:checked]/programs:block',
  Python: 'group-has-[[value=Python]:checked]/programs:block',
  curl: 'group-has-[[value=curl]:checked]/programs:block',
};

function ProgramSteps({ language, install, yarn, file, code, run }: Program) {
  return (
    <div className="flex min-w-0 flex-col divide-y *:rounded-none *:border-x-0">
      {install && <OriginCode label={`Install the ${language} client`} code={install} />}
      {yarn && (
        <details className="px-3 py-2">
          <summary className="min-h-6 rounded-inner text-muted text-xs">With Yarn 4</summary>
          <p className="my-2 text-muted">
            Put this into <code translate="no">.yarnrc.yml</code> and run{' '}
            <code translate="no">yarn add @botmeter/client</code>:
          </p>
          <OriginCode label="Settings of Yarn 4" code={yarn} />
        </details>
      )}
      {file && (
        <p className="px-3 py-2 text-muted">
          Save this as <code translate="no">{file}</code>:
        </p>
      )}
      <OriginCode label={`First report with ${language}`} code={code} />
      {run && <CodeBlock label={`Run the ${language} program`} code={run} />}
    </div>
  );
}

/** What is worth setting up while the first report is on its way. */
function NextSteps({ botId }: { botId: string }) {
  const { alerts, settings, votes } = paths.bot(botId);
  const steps = [
    { href: alerts, icon: BellRing, label: 'Be notified when it falls silent' },
    { href: settings, icon: Globe, label: 'Publish its page and badges' },
    { href: votes, icon: Vote, label: 'Collect its votes' },
  ];
  return (
    <Card title="What next">
      <ul className="-mx-4 -mb-4 divide-y border-t">
        {steps.map(({ href, icon: Icon, label }) => (
          <li key={href}>
            <Link
              href={href}
              className="flex min-h-10 items-center gap-3 px-4 -outline-offset-2 hover:bg-inset"
            >
              <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
              <span className="flex-1">{label}</span>
              <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What has arrived, in the order in which it does. */
function Progress({ botId, steps, nowMs }: { botId: string; steps: FirstSteps | null; nowMs: number }) {
  if (steps === null) {
    return (
      <ul>
        <Item icon={DONE}>
          <span>The first report has arrived</span>
        </Item>
      </ul>
    );
  }
  const { hasKey, keyUsedAtMs, heartbeatAtMs, refusal } = steps;
  return (
    <ul className="flex flex-col gap-1">
      <Item icon={keyUsedAtMs === null ? OPEN : DONE}>
        {keyUsedAtMs === null ? (
          <span>{hasKey ? 'The key was not used yet' : 'No key yet'}</span>
        ) : (
          <span>
            A key was used <Ago atMs={keyUsedAtMs} nowMs={nowMs} />
          </span>
        )}
      </Item>
      {refusal !== null && (
        <Item icon={<TriangleAlert className="mt-0.5 size-4 shrink-0 text-warning-mark" />}>
          <span>
            A call was refused <Ago atMs={refusal.atMs} nowMs={nowMs} />:{' '}
            <code translate="no">{`${refusal.status ?? ''} ${refusal.error}`.trim()}</code>
          </span>
          <span className="block text-muted">{refusal.message}</span>
          <Link href={activityHref(botId, { kind: 'refused' })} className="underline underline-offset-4">
            All refused calls
          </Link>
        </Item>
      )}
      {heartbeatAtMs !== null && (
        <Item icon={DONE}>
          <span>
            A heartbeat arrived <Ago atMs={heartbeatAtMs} nowMs={nowMs} />: the bot is connected
          </span>
        </Item>
      )}
      <Item icon={<Spinner />}>
        <span>Waiting for the first report</span>
      </Item>
    </ul>
  );
}

const DONE = <CircleCheck className="mt-0.5 size-4 shrink-0 text-healthy-mark" />;
const OPEN = <Circle className="mt-0.5 size-4 shrink-0 text-muted" />;

function Item({ icon, children }: { icon: Elements; children: Elements }) {
  return (
    <li className="flex min-w-0 items-start gap-2">
      {icon}
      <div className="min-w-0 break-words">{children}</div>
    </li>
  );
}
