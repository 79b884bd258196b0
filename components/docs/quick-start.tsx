import { Card } from '@/components/ui/card';
import { OriginCode } from '@/components/ui/origin-code';
import {
  javascriptProgram,
  npmInstall,
  pipInstall,
  pythonProgram,
  type Wheel,
  yarnSettings,
} from '@/lib/view/quick-start';

type Props = {
  /** The origin of the service, or ANY_ORIGIN. */
  baseUrl: string;
};

/** Lines to copy for a first accepted report. */
export function QuickStart({ baseUrl }: Props) {
  const steps = [
    { label: 'Install the client library', code: npmInstall(baseUrl) },
    { label: 'Save this as bot.mjs', code: javascriptProgram(baseUrl, null) },
    {
      label: 'Run it with a key',
      code: 'export BOTMETER_KEY=btm_…\nexport BOTMETER_BOT_ID=1234567890123456789\nnode bot.mjs',
    },
  ];
  return (
    <Card title="Quick start for bots" className="mb-8">
      <p className="pt-2 text-muted">
        Create a key on your bot’s page. The client library needs Node.js 18 or later and nothing else.
      </p>
      <p className="max-w-prose pt-2 text-muted">
        This service is the registry of the package. Never install it without the first command, which pnpm
        and Bun obey too: the names <code translate="no">@botmeter/client</code> and{' '}
        <code translate="no">botmeter-client</code> at public registries are not ours.
      </p>
      <ol className="flex min-w-0 flex-col gap-4 pt-4">
        {steps.map(({ label, code }, at) => (
          <li key={label} className="flex min-w-0 flex-col gap-1">
            <span className="font-medium">
              <span className="mr-2 text-muted">{at + 1}</span>
              <span>{label}</span>
            </span>
            <OriginCode label={label} code={code} />
          </li>
        ))}
      </ol>
      <details className="mt-4 min-w-0">
        <summary className="min-h-6 rounded-inner font-medium">With Yarn 4</summary>
        <p className="my-2 max-w-prose text-muted">
          Put this into <code translate="no">.yarnrc.yml</code>, then run{' '}
          <code translate="no">yarn add @botmeter/client</code>. An address with{' '}
          <code translate="no">http:</code> also needs <code translate="no">unsafeHttpWhitelist</code>.
        </p>
        <OriginCode label="Settings of Yarn 4" code={yarnSettings(baseUrl)} />
      </details>
      <p className="mt-4 max-w-prose text-muted">
        The client reports at your plan’s interval, waits after refusals and never stops your bot. Each call
        counts: read the usage record about once a day, or listen to the <code translate="no">quota</code>{' '}
        event and alert on <code translate="no">percentage</code>.
      </p>
    </Card>
  );
}

/** The same for Python; `wheel` is the file of this build, `null` without a build. */
export function PythonStart({ baseUrl, wheel }: Props & { wheel: Wheel | null }) {
  return (
    <Card title="Python" className="mb-8">
      <p className="max-w-prose pt-2 text-muted">
        Python 3.9 or later, no dependencies. It keeps to your plan’s interval, waits after refusals, and
        never blocks or stops your bot.
      </p>
      <div className="flex min-w-0 flex-col gap-4 pt-4">
        {wheel && <OriginCode label="Install the Python client" code={pipInstall(baseUrl, wheel)} />}
        <OriginCode label="Use the Python client" code={pythonProgram(baseUrl, null)} />
      </div>
    </Card>
  );
}
