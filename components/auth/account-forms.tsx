'use client';

import { Choice } from '@/components/ui/choice';
import { Form } from '@/components/ui/form';
import { Notice } from '@/components/ui/notice';
import { useIsHydrated } from '@/components/ui/reader';
import { SelectField, TextField } from '@/components/ui/text-field';
import { changeOwnPasswordAction, chooseDigestAction, setTimeZoneAction } from '@/lib/actions/account';
import type { DigestChoice } from '@/lib/domain/alerts/digest';
import { CodeField } from './code-form';

const NARROW = 'flex max-w-sm flex-col gap-4 [&>button]:self-start';

/** Changes the person's own password. */
export const PasswordForm = ({ hasFactor }: { hasFactor: boolean }) => (
  <Form action={changeOwnPasswordAction} submitLabel="Change password" variant="primary" className={NARROW}>
    {({ errors }) => (
      <>
        <TextField
          label="Current password"
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          required
          error={errors.currentPassword}
        />
        <TextField
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          hint="12 to 128 characters. You will be signed out everywhere."
          error={errors.password}
        />
        {hasFactor && <CodeField error={errors.code} />}
      </>
    )}
  </Form>
);

const LIST = 'time-zones';

/** Chooses the time zone of pages and messages; its list searches while one types. */
export function TimeZoneForm({ timeZone }: { timeZone: string | null }) {
  const isHydrated = useIsHydrated();
  return (
    <Form
      action={setTimeZoneAction}
      submitLabel="Save time zone"
      className={NARROW}
      // Every time on the page is drawn anew.
      onDone={() => window.location.reload()}
    >
      {({ errors }) => (
        <>
          <TextField
            label="Time zone"
            name="zone"
            list={LIST}
            autoComplete="off"
            placeholder="That of the browser"
            defaultValue={timeZone ?? ''}
            hint="Leave empty to use your browser’s time zone (messages then use UTC)."
            error={errors.zone}
          />
          <datalist id={LIST}>{isHydrated && <Zones />}</datalist>
        </>
      )}
    </Form>
  );
}

const Zones = () => Intl.supportedValuesOf('timeZone').map((zone) => <option key={zone} value={zone} />);

type DigestFormProps = { choice: DigestChoice | null; hasMail: boolean };

const OPTIONS = [
  { value: '', label: 'None' },
  { value: 'weekly', label: 'Every Monday, 08:00 UTC' },
  { value: 'monthly', label: 'On the first of a month, 08:00 UTC' },
];

/** Chooses the digest of the reader's bots. */
export const DigestForm = ({ choice, hasMail }: DigestFormProps) => (
  <Form
    action={chooseDigestAction}
    submitLabel="Save digest"
    className={NARROW}
    // The fields are drawn anew, with what was stored.
    onDone={() => window.location.reload()}
  >
    {({ errors }) => (
      <>
        {errors.channel && <Notice tone="critical">{errors.channel}</Notice>}
        <SelectField
          label="When"
          name="every"
          options={OPTIONS}
          defaultValue={choice?.every ?? ''}
          hint="Growth, received reports, refused calls and votes of the last full week or month."
          error={errors.every}
        />
        {hasMail && (
          <Choice
            type="checkbox"
            name="mail"
            value="yes"
            label="By email"
            hint="One for all your bots."
            defaultChecked={choice?.isMailed ?? true}
          />
        )}
        <Choice
          type="checkbox"
          name="discord"
          value="yes"
          label="To Discord"
          hint="One message per bot (the 100 largest)."
          defaultChecked={choice?.isOnDiscord ?? !hasMail}
        />
        <Choice
          type="checkbox"
          name="onlyIfAny"
          value="yes"
          label="Only when something happened"
          hint="Skip bots with nothing to report."
          defaultChecked={choice?.isOnlyIfAny ?? false}
        />
      </>
    )}
  </Form>
);
