'use client';

import { useState } from 'react';
import { Choice, ChoiceGroup } from '@/components/ui/choice';
import { FormDialog } from '@/components/ui/form-dialog';
import { NameField, SelectField, TextField } from '@/components/ui/text-field';
import {
  changeUserAction,
  createUserAction,
  inviteUserAction,
  issueResetAction,
  resetPasswordAction,
} from '@/lib/actions/users';
import { IDLE } from '@/lib/contract/form-state';
import type { ShownLinkValue } from '@/lib/contract/shown';
import type { PersonRow } from '@/lib/view/admin-rows';

const ROLES = [
  { value: 'owner', label: 'Owner: sees their own bots' },
  { value: 'admin', label: 'Admin: runs everything' },
];

const RoleField = (props: { defaultValue: string; error: string | undefined }) => (
  <SelectField label="Role" name="role" options={ROLES} {...props} />
);

type LinkDialogProps = { onMade: (link: ShownLinkValue) => void; onClose: () => void };

/** Of a new person. */
const ADD = {
  link: {
    label: 'With an invitation',
    hint: 'A link with which they choose how to sign in.',
    submitLabel: 'Create invitation',
    action: inviteUserAction,
  },
  password: {
    label: 'With a password that you type',
    hint: 'They can sign in at once.',
    submitLabel: 'Add person',
    action: createUserAction,
  },
};
/** Of one who is known. */
const RESET = {
  link: {
    label: 'With a link',
    hint: 'They choose the new password. Nothing changes until they do; then their sessions end.',
    submitLabel: 'Create link',
    action: issueResetAction,
  },
  password: {
    label: 'With a password that you type',
    hint: 'Their sessions end at once.',
    submitLabel: 'Set password',
    action: resetPasswordAction,
  },
};

/** Gives a new person access, or `row` a new one: with a link, which is then shown, or with a password that the admin types. */
export function AccessDialog({ row, ...dialog }: LinkDialogProps & { row?: PersonRow }) {
  const [isLink, setIsLink] = useState(true);
  const { link, password } = row === undefined ? ADD : RESET;
  return (
    <FormDialog<ShownLinkValue>
      {...dialog}
      title={row === undefined ? 'Add a person' : `Reset the password of “${row.name}”`}
      hidden={row === undefined ? {} : { id: row.id }}
      submitLabel={(isLink ? link : password).submitLabel}
      action={async (before, fields) =>
        isLink ? link.action(before, fields) : { ...(await password.action(IDLE, fields)), value: null }
      }
    >
      {(errors) => (
        <>
          {row === undefined && (
            <>
              <TextField
                label="Email"
                name="email"
                type="email"
                required
                autoComplete="off"
                error={errors.email}
              />
              <NameField label="Name (optional)" required={false} error={errors.name} />
              <RoleField defaultValue="owner" error={errors.role} />
            </>
          )}
          <ChoiceGroup legend="How they sign in">
            {[link, password].map((way) => (
              <Choice
                key={way.label}
                type="radio"
                name="way"
                label={way.label}
                hint={way.hint}
                defaultChecked={isLink === (way === link)}
                onChange={() => setIsLink(way === link)}
              />
            ))}
          </ChoiceGroup>
          {!isLink && (
            <TextField
              label={row === undefined ? 'Password' : 'New password'}
              name="password"
              type="password"
              required
              autoComplete="new-password"
              hint="12 to 128 characters. Tell it to them yourself."
              error={errors.password}
            />
          )}
          {!isLink && row !== undefined && row.identityCount > 0 && (
            <Choice
              type="checkbox"
              name="keep"
              value="yes"
              label="Keep their Discord account connected"
              hint="Otherwise it is disconnected, because it allows signing in without the password."
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

/** Edits a person's name and role. */
export const EditPersonDialog = ({ row, onClose }: { row: PersonRow; onClose: () => void }) => (
  <FormDialog
    title={`Edit “${row.name}”`}
    submitLabel="Save changes"
    action={changeUserAction}
    hidden={{ id: row.id }}
    onClose={onClose}
  >
    {(errors) => (
      <>
        <NameField defaultValue={row.name} error={errors.name} />
        <RoleField defaultValue={row.role} error={errors.role} />
      </>
    )}
  </FormDialog>
);
