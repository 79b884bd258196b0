import { NavLink } from '@/components/shell/nav-links';
import { Brand } from '@/components/ui/brand';
import { ButtonLink } from '@/components/ui/button';
import { ThemeSwitch } from '@/components/ui/theme';
import { paths } from '@/lib/contract/paths';
import { listsOf } from '@/lib/view/navigation';

type Props = {
  /** Where the last button leads; `null` for none. */
  next?: { readonly href: string; readonly label: string } | null;
};

/** The bar of the pages for anyone. */
export function AnyoneBar({ next = { href: paths.login, label: 'Sign in' } }: Props) {
  return (
    <>
      <div className="grow">
        <Brand />
      </div>
      <nav aria-label="Main">
        {listsOf(null).map((place) => (
          <NavLink key={place.href} place={place} text={place.short ?? place.label} />
        ))}
      </nav>
      <ThemeSwitch />
      {next !== null && <ButtonLink href={next.href}>{next.label}</ButtonLink>}
    </>
  );
}
