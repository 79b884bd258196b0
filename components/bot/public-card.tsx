'use client';

import { useState } from 'react';
import { Card } from '@/components/ui/card';
import { Choice } from '@/components/ui/choice';
import { CodeBlock } from '@/components/ui/code-block';
import { Form } from '@/components/ui/form';
import { useShownOrigin } from '@/components/ui/origin-code';
import { Select } from '@/components/ui/select';
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group';
import { setDeploysAction, setPublicAction } from '@/lib/actions/bot-settings';
import { BADGES, type BadgeKind } from '@/lib/view/public/badge';
import { BADGE_CODES, type BadgeCode, badgeCode } from '@/lib/view/public/badge-code';

type Props = {
  botId: string;
  name: string;
  isPublic: boolean;
  showsDeploys: boolean;
  /** Of this service, as visitors reach it. */
  origin: string;
};

/** Whether anyone may see the bot, and what its owner can show elsewhere. */
export function PublicCard({ botId, name, isPublic, showsDeploys, origin: given }: Props) {
  const origin = useShownOrigin(given);
  const page = `${origin}/b/${botId}`;
  return (
    <Card
      title="Public page"
      aside={
        <Form
          action={setPublicAction}
          hidden={{ botId, public: isPublic ? 'no' : 'yes' }}
          submitLabel={isPublic ? 'Unpublish' : 'Publish'}
          variant={isPublic ? 'secondary' : 'primary'}
          saysDone
          className="flex flex-wrap items-center gap-4"
        />
      }
    >
      <p className="max-w-prose text-control text-muted">
        {isPublic
          ? 'Anyone with the address sees its name, whether it is online, servers, users, votes, charts and received reports. The quota, the keys, the owner and refused calls stay private.'
          : 'Off by default: only its people and admins see this bot. Publish it for a page of its own, badges and charts.'}
      </p>
      {isPublic && (
        <>
          <div className="mt-3 grid gap-4 pb-4 md:grid-cols-[minmax(0,1fr)_20rem]">
            <div className="flex min-w-0 flex-col gap-3">
              <a href={`/b/${botId}`} className="wrap-anywhere underline underline-offset-4" translate="no">
                {page}
              </a>
              <Form
                action={setDeploysAction}
                hidden={{ botId }}
                submitLabel="Save"
                size="sm"
                saysDone
                className="flex flex-col items-start gap-2"
              >
                <Choice
                  type="checkbox"
                  name="showsDeploys"
                  value="yes"
                  defaultChecked={showsDeploys}
                  label="Show deploys"
                  hint="Your marks of the kind deploy, with their text. Hidden by default."
                />
              </Form>
            </div>
            {/* biome-ignore lint/performance/noImgElement: an SVG of this service, which Next would not shrink */}
            <img
              src={`/chart/${botId}/servers.svg`}
              alt="What a link to the page shows"
              width={1_200}
              height={630}
              className="h-auto w-full rounded border"
            />
          </div>
          <BadgeBox botId={botId} name={name} origin={origin} />
        </>
      )}
    </Card>
  );
}

/** A badge in both themes, and the code that shows it elsewhere. */
function BadgeBox({ botId, name, origin }: Pick<Props, 'botId' | 'name' | 'origin'>) {
  const [kind, setKind] = useState<BadgeKind>('servers');
  const [form, setForm] = useState<BadgeCode>('markdown');
  const picture = (theme: string) => `/badge/${botId}/${kind}.svg?theme=${theme}`;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-4">
        <Select
          aria-label="Badge"
          className="w-32"
          name="badge"
          options={BADGES.map((value) => ({ value, label: value }))}
          value={kind}
          onChange={(event) => setKind(BADGES.find((each) => each === event.target.value) ?? 'servers')}
        />
        <ToggleGroup
          aria-label="Code for"
          value={form}
          onValueChange={(chosen) =>
            setForm(BADGE_CODES.find(({ value }) => value === chosen)?.value ?? 'markdown')
          }
        >
          {BADGE_CODES.map(({ value, label }) => (
            <ToggleGroupItem key={value} value={value}>
              {label}
            </ToggleGroupItem>
          ))}
        </ToggleGroup>
        {(['light', 'dark'] as const).map((theme) => (
          <span
            key={theme}
            className="rounded p-2"
            style={{ background: theme === 'light' ? '#fff' : '#0b0b0d' }}
          >
            {/* biome-ignore lint/performance/noImgElement: an SVG of this service, which Next would not shrink */}
            <img src={picture(theme)} alt={`The badge on ${theme} ground`} height={20} />
          </span>
        ))}
      </div>
      <CodeBlock label={`The badge as ${form}`} code={badgeCode(form, { botId, kind, name, origin })} />
      {form === 'shields' && (
        <p className="text-muted text-xs">shields.io asks only addresses that begin with https.</p>
      )}
    </div>
  );
}
