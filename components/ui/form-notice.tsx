import type { FormState } from '@/lib/contract/form-state';
import { Notice } from './notice';
import { ReloadButton } from './reload-button';
import { SignInLink } from './sign-in-link';

type Props = Pick<FormState<unknown>, 'status' | 'message' | 'errors'>;

/** Why a form was refused, unless its fields say so. */
export function FormNotice({ status, message, errors }: Props) {
  if (status === 'signed-out') {
    return (
      <Notice tone="critical">
        You are signed out. <SignInLink />: you come back to this page, and what you entered is kept.
      </Notice>
    );
  }
  if (status === 'updated') {
    return (
      <Notice tone="critical">
        Botmeter was updated: <ReloadButton />. Nothing was sent; what you entered is kept, except passwords.
      </Notice>
    );
  }
  if (status !== 'refused' || message === null || Object.keys(errors).length > 0) return null;
  return <Notice tone="critical">{message}</Notice>;
}
