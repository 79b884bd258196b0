import { NavLink } from '@/components/shell/nav-links';
import { Brand } from '@/components/ui/brand';
import { ButtonLink } from '@/components/ui/button';
import { ThemeSwitch } from '@/components/ui/theme';
import { paths } from '@/lib/contract/paths';
import { listsOf } from '@/lib/view/navigation';

/** The bar of the pages for anyone. */
export function AnyoneBar() {
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
      <ButtonLink href={paths.login}>Sign in</ButtonLink>
    </>
  );
}
