import { Card } from '@/components/ui/card';
import { CodeBlock } from '@/components/ui/code-block';
import { OriginCode } from '@/components/ui/origin-code';

/** Lines to copy for a first accepted report; `baseUrl` is the origin of the service, or ANY_ORIGIN. */
export function QuickStart({ baseUrl }: { baseUrl: string }) {
  return (
    <Card title="Quick start for bots" className="mb-8">
      <ol className="flex min-w-0 flex-col gap-4 pt-2">
        <Step title="1. Create a key on your bot’s page, and put it and the bot’s id into the environment">
          <CodeBlock
            label="Environment"
            code={'export BOTMETER_KEY=btm_…\nexport BOTMETER_BOT_ID=1234567890123456789'}
          />
        </Step>
        <Step title="2. Install the client library (Node.js 18 or later; no dependencies)">
          <OriginCode label="Install the client" code={`npm install ${baseUrl}/client.tgz`} />
        </Step>
        <Step title="3. Save this as report.mjs">
          <OriginCode label="Use the client" code={program(baseUrl)} />
        </Step>
        <Step title="4. Run it">
          <CodeBlock label="Run it" code="node report.mjs" />
        </Step>
      </ol>
      <p className="mt-4 max-w-prose text-muted">
        The client reports at your plan’s interval, waits after refusals and never stops your bot. Each call
        counts: read the usage record about once a day, or listen to the <code>quota</code> event and alert on{' '}
        <code>percentage</code>.
      </p>
    </Card>
  );
}

const program = (baseUrl: string) => `import { BotmeterClient } from 'botmeter-client';

const botmeter = new BotmeterClient({
  baseUrl: '${baseUrl}',
  apiKey: process.env.BOTMETER_KEY,
  botId: process.env.BOTMETER_BOT_ID,
});

// One report now:
console.log(await botmeter.sendStats({ serverCount: 4, userCount: 273 }));

// In your bot instead, from then on by itself; for other libraries see below:
// botmeter.start(client);`;

function Step({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <li className="flex min-w-0 flex-col gap-1">
      <span className="font-medium">{title}</span>
      {children}
    </li>
  );
}
