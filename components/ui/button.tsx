import type { LinkProps } from 'next/link';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button-style';
import { Spinner } from './spinner';

type Look = { variant?: ButtonVariant; size?: ButtonSize };

type ButtonProps = ComponentProps<'button'> &
  Look & {
    /** Shows that the action is running and ignores further clicks. */
    isPending?: boolean;
  };

/** A button whose default `type` is `button`. */
export function Button({
  variant = 'secondary',
  size = 'md',
  isPending = false,
  type = 'button',
  'aria-disabled': isDisabled = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const isInert = isPending || isDisabled === true || isDisabled === 'true';
  return (
    <button
      {...rest}
      type={type}
      className={buttonStyle(variant, size, className)}
      // Not `disabled`: a disabled button loses the focus, for example while its action runs.
      aria-disabled={isInert || undefined}
      onClick={isInert ? (event) => event.preventDefault() : onClick}
    >
      {isPending && <Spinner />}
      <span className="contents">{children}</span>
    </button>
  );
}

type ButtonLinkProps = LinkProps & Look & { className?: string; children: ReactNode; 'aria-label'?: string };

/** A link that looks like a button. */
export function ButtonLink({ variant = 'secondary', size = 'md', className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonStyle(variant, size, className)} />;
}
