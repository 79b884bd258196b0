'use client';

import type { ReactNode } from 'react';
import type { Elements } from '@/components/ui/elements';
import { Form, type FormProps } from '@/components/ui/form';
import type { LeadsTo } from '@/lib/contract/form-state';
import { follow } from './follow';

type Props = Pick<FormProps<LeadsTo>, 'action' | 'hidden' | 'className'> & {
  /** The text of the button. */
  children: ReactNode;
  /** Drawn before the button, given the errors of its fields. */
  before?: (errors: Readonly<Record<string, string>>) => Elements;
  after?: Elements;
};

/** A form whose action leads to Discord. Without scripts the person follows a link there. */
export const DiscordForm = ({ children, before, after, ...form }: Props) => (
  <Form
    isPosted
    className="flex flex-col gap-4"
    {...form}
    submitLabel={children}
    onDone={follow}
    footer={(submit, { value }) => (
      <>
        <div>
          {value === null ? (
            submit
          ) : (
            <a href={value.href} className="font-medium underline underline-offset-4">
              Continue at Discord
            </a>
          )}
        </div>
        {after}
      </>
    )}
  >
    {before && (({ errors }) => before(errors))}
  </Form>
);
