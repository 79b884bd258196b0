'use client';

import { Button } from '@/components/ui/button';
import { FormNotice } from '@/components/ui/form-notice';
import { useIsHydrated } from '@/components/ui/reader';
import { TextField } from '@/components/ui/text-field';
import { useForm } from '@/components/ui/use-form';
import { setTimeZoneAction } from '@/lib/actions/account';

const LIST = 'time-zones';

/** Chooses the time zone of pages and messages; its list searches while one types. */
export function TimeZoneForm({ timeZone }: { timeZone: string | null }) {
  // Every time on the page is drawn anew.
  const { state, isPending, form } = useForm(setTimeZoneAction, { onDone: () => window.location.reload() });
  return (
    <form {...form} className="flex max-w-sm flex-col gap-4">
      <FormNotice {...state} />
      <TextField
        label="Time zone"
        name="zone"
        list={LIST}
        autoComplete="off"
        placeholder="That of the browser"
        defaultValue={state.typed.zone ?? timeZone ?? ''}
        hint="For times on pages and in messages. Empty: your browser’s on pages, UTC in messages."
        error={state.errors.zone}
      />
      <datalist id={LIST}>{useIsHydrated() && <Zones />}</datalist>
      <div>
        <Button type="submit" isPending={isPending}>
          Save time zone
        </Button>
      </div>
    </form>
  );
}

const Zones = () => Intl.supportedValuesOf('timeZone').map((zone) => <option key={zone} value={zone} />);
