'use client';

import { AccountMenu } from '@/components/auth/account-menu';
import { Brand } from '@/components/ui/brand';
import { ThemeSwitch } from '@/components/ui/theme';
import type { BotHeadView } from '@/lib/contract/bot-view';
import type { PersonView } from '@/lib/contract/views';
import { UNREAD_MAX } from '@/lib/domain/alerts/notification';
import { adminOf, listsOf, type Reader, sectionsOf } from '@/lib/view/navigation';
import { BotSwitcher } from './bot-switcher';
import { NavLinks } from './nav-links';
import { SearchButton } from './search-button';

/** As it is written: `3`, `99+`; `undefined` without unread notifications. */
export const unreadText = (unread: number): string | undefined =>
  unread === 0 ? undefined : unread > UNREAD_MAX ? `${UNREAD_MAX}+` : String(unread);

type SidebarProps = {
  person: PersonView;
  /** The bot whose pages are shown. */
  bot: { readonly id: string; readonly head: BotHeadView; readonly range: string | null } | null;
  onSearch: () => void;
};

/** What leads to all pages: the bot and its sections, the lists, those of admins, the account. */
export function Sidebar({ person, bot, onSearch }: SidebarProps) {
  return (
    <>
      <div className="flex min-h-8 items-center justify-between gap-1 md:max-xl:flex-col">
        <Brand />
        <SearchButton isKeyShown onSearch={onSearch} />
      </div>
      <div className="py-3">
        <BotSwitcher head={bot?.head ?? null} />
      </div>
      {bot !== null && (
        <>
          <NavLinks label="Bot" items={sectionsOf(bot.id, bot.range)} />
          <div className="side-line" />
        </>
      )}
      <SideLists reader={person} unread={unreadText(person.unread)} />
      <div className="mt-auto flex items-center gap-1 pt-3 md:max-xl:flex-col">
        <AccountMenu name={person.name} email={person.email} />
        <ThemeSwitch />
      </div>
    </>
  );
}

/** The lists of a person, and those of admins. */
export function SideLists({ reader, unread }: { reader: Reader; unread?: string | undefined }) {
  const admin = adminOf(reader);
  return (
    <>
      <NavLinks
        label="Main"
        items={listsOf(reader)}
        count={unread === undefined ? undefined : { at: 'notifications', text: unread }}
      />
      {admin.length > 0 && (
        <>
          <div className="side-line" />
          <NavLinks label="Admin" items={admin} />
        </>
      )}
    </>
  );
}
