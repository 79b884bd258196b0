'use client';

import { type RefObject, useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { FormNotice } from '@/components/ui/form-notice';
import { Notice } from '@/components/ui/notice';
import { Select } from '@/components/ui/select';
import { Cell, Head, Row, Table } from '@/components/ui/table';
import { useForm } from '@/components/ui/use-form';
import { changeAlertsAction } from '@/lib/actions/alerts';
import type { FormState } from '@/lib/contract/form-state';
import type { EventType } from '@/lib/domain/alerts/event';
import { personQuery } from '@/lib/queries/person';
import {
  EVENT_GROUPS,
  EVENT_SENTENCES,
  type Preset,
  presetOf,
  TYPES_OF_PRESET,
} from '@/lib/view/event-types';
import { EVENT_WORDS } from '@/lib/view/event-words';
import { type Alerts, type Channel, channelsOf } from './alert-channels';
import { EVENT_LOOK } from './event-look';

/** The boxes of a form that are sent. */
const boxesOf = (form: HTMLFormElement | null) => [
  ...(form?.querySelectorAll<HTMLInputElement>('input[type=checkbox][name]') ?? []),
];

/** What is ticked in a form, and how many boxes differ from what is saved: the boxes themselves hold both. */
function useTicked(form: RefObject<HTMLFormElement | null>, channels: readonly Channel[]) {
  const [ticked, setTicked] = useState(() =>
    channels.flatMap(({ name, saved }) => saved.map((type) => `${name}.${type}`)).join(),
  );
  const [unsaved, setUnsaved] = useState(0);
  const read = () => {
    const boxes = boxesOf(form.current);
    setTicked(boxes.flatMap(({ checked, name }) => (checked ? name : [])).join());
    setUnsaved(boxes.filter(({ checked, defaultChecked }) => checked !== defaultChecked).length);
  };
  // After a save the boxes have new defaults. React tells no change of a box that was reset to what it was before.
  useEffect(() => {
    read();
    const { current } = form;
    current?.addEventListener('change', read);
    return () => current?.removeEventListener('change', read);
  });
  const names = new Set(ticked.split(','));
  return {
    unsaved,
    read,
    isTicked: ({ name }: Channel, type: EventType) => names.has(`${name}.${type}`),
    tick: ({ name }: Channel, types: readonly EventType[], isOn: (type: EventType) => boolean) => {
      const chosen = new Map(types.map((type) => [`${name}.${type}`, isOn(type)]));
      for (const box of boxesOf(form.current)) box.checked = chosen.get(box.name) ?? box.checked;
      read();
    },
  };
}
type Ticked = ReturnType<typeof useTicked>;

/** Which event goes to which channel. */
export function AlertMatrix({ botId, ...alerts }: Alerts & { botId: string }) {
  const { settings, isOwn, isOwners, hasMail, webhooks } = alerts;
  const { state, isPending, form } = useForm(changeAlertsAction, { changes: personQuery.queryKey });
  const channels = channelsOf(alerts);
  const ticked = useTicked(form.ref, channels);
  const canSave = isOwn || webhooks.length > 0;
  return (
    <Card
      title="What is sent where"
      aside={
        <p className="min-w-0 flex-1 text-control text-muted max-sm:basis-full">
          Ticked events are sent; in the app they count at the bell. All but votes are under Notifications.
          {!isOwn && <span>{' “In the app” and “Email” are its owner’s, who alone changes them.'}</span>}
        </p>
      }
    >
      {/* The browser resets the boxes after it has said so. */}
      <form {...form} onReset={() => setTimeout(ticked.read)}>
        <input type="hidden" name="botId" value={botId} />
        {isOwn && <input type="hidden" name="own" value="yes" />}
        {hasMail && <input type="hidden" name="withMail" value="yes" />}
        {webhooks.map(({ id }) => (
          <input key={id} type="hidden" name="webhook" value={id} />
        ))}
        <Table label="Events, and the channels that get them" className="-mx-4 mb-2 w-auto border-t">
          <thead>
            <tr>
              <Head className="sticky left-0 bg-surface">Event</Head>
              {channels.map((channel) => (
                <ChannelHead key={channel.name} channel={channel} ticked={ticked} />
              ))}
            </tr>
          </thead>
          {EVENT_GROUPS.map(({ name, types }) => (
            <tbody key={name}>
              <tr className="border-b bg-inset">
                <th scope="rowgroup" className="cell sticky left-0 h-9 bg-inset text-left font-semibold">
                  {name}
                </th>
                {channels.map((channel) => (
                  <GroupCell key={channel.name} {...{ channel, name, types, ticked }} />
                ))}
              </tr>
              {types.map((type) => (
                <TypeRow key={type} type={type} channels={channels} errors={state.errors} />
              ))}
            </tbody>
          ))}
        </Table>
        {isOwn && (isOwners || hasMail) && (
          <label className="mt-3 flex items-start gap-2">
            <input
              type="checkbox"
              name="repeat"
              value="yes"
              defaultChecked={settings['bot.silent'].isRepeated}
              className="mt-1 size-4 shrink-0 accent-action"
            />
            <span>
              <span>Send the message about a silence again every 24 hours while it lasts</span>
              <span className="block text-muted text-xs">
                {isOwners
                  ? `${hasMail ? 'By email and to' : 'To'} Discord, where “Bot is silent” is ticked. Other webhooks get it once.`
                  : 'By email, where “Bot is silent” is ticked.'}
              </span>
            </span>
          </label>
        )}
        {canSave && (
          <div className="save-bar" data-said={state.status === 'idle' ? undefined : true}>
            <span className="unsaved mr-auto font-medium">
              {ticked.unsaved === 1 ? '1 unsaved change' : `${ticked.unsaved} unsaved changes`}
            </span>
            <Button type="reset" className="unsaved">
              Discard
            </Button>
            <Button type="submit" variant="primary" isPending={isPending}>
              Save
            </Button>
            {state.status === 'done' ? (
              <Notice tone="healthy">{state.message}</Notice>
            ) : (
              <FormNotice {...state} errors={{}} />
            )}
          </div>
        )}
      </form>
    </Card>
  );
}

const PRESETS: readonly { readonly value: Preset | 'custom'; readonly label: string }[] = [
  { value: 'everything', label: 'Everything' },
  { value: 'trouble', label: 'Trouble only' },
  { value: 'nothing', label: 'Nothing' },
  { value: 'custom', label: 'Custom' },
];

/** The name of a channel, and what is ticked for it as one choice. */
function ChannelHead({ channel, ticked }: { channel: Channel; ticked: Ticked }) {
  const { title, icon, detail, types, isFixed } = channel;
  const preset = presetOf(types, (type) => ticked.isTicked(channel, type));
  return (
    <Head className="w-14 px-1 py-2 text-center sm:w-36" title={detail}>
      <span className="flex items-center justify-center gap-1 text-ink [&_svg]:size-4 [&_svg]:shrink-0">
        {icon}
        <span className="max-sm:sr-only">{title}</span>
      </span>
      {detail !== title && (
        <code translate="no" className="block font-normal">
          {detail.slice(detail.lastIndexOf('…'))}
        </code>
      )}
      {!isFixed && (
        <Select
          form=""
          aria-label={`${detail}: what is sent`}
          // Custom is what people tick, not a choice.
          options={PRESETS.filter(({ value }) => value !== 'custom' || preset === 'custom')}
          value={preset}
          onChange={({ target }) => {
            const chosen: readonly EventType[] = TYPES_OF_PRESET[target.value as Preset];
            ticked.tick(channel, types, (type) => chosen.includes(type));
          }}
          className="no-script-hide mx-auto mt-1 w-12 sm:w-32 [&_select]:h-8 [&_select]:pr-6 [&_select]:text-xs max-sm:[&_select]:pl-1"
        />
      )}
    </Head>
  );
}

type GroupCellProps = { channel: Channel; name: string; types: readonly EventType[]; ticked: Ticked };

/** A box for all events of a group: partly ticked, it ticks all. */
function GroupCell({ channel, name, types, ticked }: GroupCellProps) {
  const own = types.filter((type) => channel.types.includes(type));
  const count = own.filter((type) => ticked.isTicked(channel, type)).length;
  const isAll = count === own.length;
  return (
    <td className="p-0">
      {own.length > 1 && !channel.isFixed && (
        <label className="no-script-hide flex h-9 items-center justify-center">
          <input
            ref={(box) => {
              if (box !== null) box.indeterminate = count > 0 && !isAll;
            }}
            type="checkbox"
            // Of no form: a reset leaves it to React.
            form=""
            aria-label={`${channel.detail}: all of ${name}`}
            checked={isAll}
            onChange={() => ticked.tick(channel, own, () => !isAll)}
            className="size-4 accent-action"
          />
        </label>
      )}
    </td>
  );
}

type RowProps = { type: EventType; channels: readonly Channel[]; errors: FormState['errors'] };

function TypeRow({ type, channels, errors }: RowProps) {
  const label = EVENT_WORDS[type];
  const { icon: Icon, mark } = EVENT_LOOK[type];
  return (
    <Row className="h-9">
      <Cell className="sticky left-0 min-w-36 whitespace-normal bg-surface py-1 sm:min-w-40">
        <span className="flex items-start gap-2">
          <Icon className={`mt-0.5 size-4 shrink-0 ${mark}`} />
          <span className="min-w-0">
            <span className="mr-2">{label}</span>
            <span className="text-muted text-xs max-lg:block">{EVENT_SENTENCES[type]}</span>
          </span>
        </span>
      </Cell>
      {channels.map(({ name, detail, types, saved, isFixed }) =>
        types.includes(type) ? (
          <Cell key={name} className="matrix-cell border-l p-0">
            {/* The whole cell. */}
            <label className="flex h-9 items-center justify-center max-md:h-11">
              <input
                type="checkbox"
                name={`${name}.${type}`}
                value="yes"
                aria-label={`${detail}: ${label}`}
                aria-invalid={errors[name] !== undefined ? true : undefined}
                disabled={isFixed}
                defaultChecked={saved.includes(type)}
                className="size-4 accent-action"
              />
            </label>
          </Cell>
        ) : (
          <Cell key={name} className="border-l text-center text-muted">
            <span>–</span>
          </Cell>
        ),
      )}
    </Row>
  );
}
