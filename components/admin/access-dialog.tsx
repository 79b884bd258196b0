'use client';

import { useState } from 'react';
import { Choice, ChoiceGroup } from '@/components/ui/choice';
import { Dialog } from '@/components/ui/dialog';
import { DialogForm } from '@/components/ui/dialog-form';
import type { Elements } from '@/components/ui/elements';
import { TextField } from '@/components/ui/text-field';
import { useForm } from '@/components/ui/use-form';
import { type FormAction, type FormState, IDLE } from '@/lib/contract/form-state';
import type { ShownLinkValue } from '@/lib/contract/shown';
import { closing } from './form-dialog';
import { ShownLink } from './shown-link';

type Way = {
  readonly label: string;
  readonly hint: string;
  readonly submitLabel: string;
};

type Props = {
  title: string;
  /** The title once the link is shown. */
  readyTitle: string;
  link: Way & { action: FormAction<ShownLinkValue> };
  password: Way & { action: FormAction; fieldLabel: string; more?: Elements };
  origin: string;
  onClose: () => void;
  /** Draws the fields of both ways. */
  children: (state: FormState<ShownLinkValue>) => Elements;
};

/** Gives a person access with a link, which is then shown, or with a password that the admin types. */
export function AccessDialog({ title, readyTitle, link, password, origin, onClose, children }: Props) {
  const [isLink, setIsLink] = useState(true);
  const form = useForm<ShownLinkValue>(
    async (before, fields) =>
      isLink ? link.action(before, fields) : { ...(await password.action(IDLE, fields)), value: null },
    {
      onDone: (after) => {
        if (after.value === null) closing(onClose)(after);
      },
    },
  );
  const { state } = form;
  const shown = state.value;
  return (
    <Dialog
      title={shown === null ? title : readyTitle}
      isOpen
      isDismissible={shown === null}
      onOpenChange={onClose}
    >
      {shown !== null ? (
        <ShownLink link={shown} origin={origin} onClose={onClose} />
      ) : (
        <DialogForm {...form} submitLabel={(isLink ? link : password).submitLabel} onClose={onClose}>
          {children(state)}
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
            <>
              <TextField
                label={password.fieldLabel}
                name="password"
                type="password"
                required
                autoComplete="new-password"
                hint="12 to 128 characters. Tell it to them yourself."
                error={state.errors.password}
              />
              {password.more}
            </>
          )}
        </DialogForm>
      )}
    </Dialog>
  );
}
