import { Circle, CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
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
import type { Blocked } from './reports-card';

type FirstReportProps = Pick<BotView, 'firstSteps' | 'nowMs'> & {
  botId: string;
  /** The service's own origin, or ANY_ORIGIN. */
  baseUrl: string;
  wheel: Wheel | null;
  /** Why no report is accepted; `null` if one is. */
  blocked: Blocked | null;
  /** Called with whether a new key is on the screen: it must not vanish when the first report arrives. */
  onKey: (isShown: boolean) => void;
};

/** In place of the charts of a new bot: a key, complete programs with it, and what has arrived from the bot so far. */
export function FirstReport(props: FirstReportProps) {
  const { botId, firstSteps, nowMs, blocked, onKey } = props;
  const form = useForm(createKeyAction, { changes: ofBot(botId), onDone: () => onKey(true) });
  const key = form.state.value?.key ?? null;
  if (blocked !== null && firstSteps !== null) {
    return (
      <Card title="Servers and users">
        <EmptyState title="No reports yet">{blocked.reason}</EmptyState>
      </Card>
    );
  }
  return (
    <Card title="Send the first report">
      <ol className="flex flex-col gap-5 pt-2">
        <Step number={1} label="Create a key">
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
              <Button type="submit" variant="primary" isPending={form.isPending}>
                {firstSteps?.hasKey ? 'Create another key' : 'Create key'}
              </Button>
              {firstSteps?.hasKey && (
                <span className="text-muted">
                  Or put one of{' '}
                  <Link href={paths.bot(botId).keys} className="underline underline-offset-4">
                    its keys
                  </Link>{' '}
                  in place of <code translate="no">btm_…</code> below.
                </span>
              )}
            </form>
          )}
        </Step>
        <Step number={2} label="Run one of these programs">
          <Programs {...props} apiKey={key ?? 'btm_…'} />
        </Step>
        <Step number={3} label="See it arrive">
          <div role="status">
            <Progress botId={botId} steps={firstSteps} nowMs={nowMs} />
          </div>
          {firstSteps === null && (
            <Button variant="primary" className="self-start" onClick={() => onKey(false)}>
              Show the charts
            </Button>
          )}
        </Step>
      </ol>
    </Card>
  );
}

function Step({ number, label, children }: { number: number; label: string; children: Elements }) {
  return (
    <li className="flex min-w-0 flex-col gap-2">
      <span className="font-medium">
        <span className="mr-2 text-muted">{number}</span>
        <span>{label}</span>
      </span>
      {children}
    </li>
  );
}

/** One program open at a time; the browser closes the others by their common name, also without scripts. */
function Programs({ botId, apiKey, ...service }: FirstReportProps & { apiKey: string }) {
  const [chosen, setChosen] = useState<Program['language']>('JavaScript');
  return firstPrograms({ ...service, bot: { id: botId, key: apiKey } }).map((program) => (
    <details
      key={program.language}
      name="program"
      open={program.language === chosen}
      onToggle={({ currentTarget }) => currentTarget.open && setChosen(program.language)}
      className="min-w-0 rounded border px-3 py-2"
    >
      <summary className="min-h-6 rounded-inner font-medium">{program.language}</summary>
      <div className="mt-2 flex min-w-0 flex-col gap-3">
        {program.install && (
          <OriginCode label={`Install the ${program.language} client`} code={program.install} />
        )}
        {program.yarn && (
          <>
            <p className="text-muted">
              With Yarn 4, put this into <code translate="no">.yarnrc.yml</code> and run{' '}
              <code translate="no">yarn add @botmeter/client</code>:
            </p>
            <OriginCode label="Settings of Yarn 4" code={program.yarn} />
          </>
        )}
        {program.file && (
          <p className="text-muted">
            Save this as <code translate="no">{program.file}</code>:
          </p>
        )}
        <OriginCode label={`First report with ${program.language}`} code={program.code} />
        {program.run && <CodeBlock label={`Run the ${program.language} program`} code={program.run} />}
      </div>
    </details>
  ));
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
