import { HydrationBoundary } from '@tanstack/react-query';
import { Bell } from '@/components/alerts/bell';
import { AccountMenu } from '@/components/auth/account-menu';
import { PersonNotices } from '@/components/auth/person-notices';
import { UpdatedNotice } from '@/components/bot/stale-notice';
import { Palette } from '@/components/palette/palette';
import type { Elements } from '@/components/ui/elements';
import { AppShell, Brand, ButtonLink } from '@/components/ui/on-every-page';
import { paths } from '@/lib/contract/paths';
import { unreadQuery } from '@/lib/queries/notifications';
import { listOwnNotices } from '@/lib/services/notices/notices';
import { countUnread } from '@/lib/services/notifications/unread';
import { whole } from '@/lib/services/result';
import { caller, currentUser, pagePorts, reader } from '@/lib/session/current-user';
import { navOf, searchedOf } from '@/lib/view/navigation';
import { NOTICE_ABOUT, noticeText } from '@/lib/view/notice-words';
import { firstData, firstState } from './first-data';

type ShellProps = {
  section?: string;
  children: Elements;
};

/** The layout of every page, with the navigation links for the signed-in person's role. */
export async function Shell({ section, children }: ShellProps) {
  const user = await currentUser();
  // Not in components of their own: React would send and draw each of them by itself.
  const [unread, notices, person] =
    user === null ? [null, [], null] : await Promise.all([ownUnread(), ownNotices(user.id), reader()]);
  return (
    <AppShell
      brand={<Brand />}
      nav={navOf(person)}
      timeZone={user?.timeZone ?? null}
      personId={user?.id}
      section={section}
      user={
        user === null || person === null ? (
          <ButtonLink href={paths.login}>Sign in</ButtonLink>
        ) : (
          <>
            <Palette pages={searchedOf(person)} />
            <HydrationBoundary state={unread}>
              <Bell />
            </HydrationBoundary>
            <AccountMenu name={user.name} email={user.email} />
          </>
        )
      }
    >
      <UpdatedNotice />
      {notices.length > 0 && <PersonNotices items={notices} />}
      {children}
    </AppShell>
  );
}

async function ownUnread() {
  const unread = whole(await countUnread(pagePorts(), await caller()));
  return unread.ok ? firstState(unreadQuery.queryKey, await firstData(unread.value)) : null;
}

/** Notices to the person, above the page. */
async function ownNotices(userId: string) {
  const notices = await listOwnNotices(pagePorts(), await caller());
  if (!notices.ok) return [];
  return notices.value.map((notice) => ({
    id: notice.id,
    atMs: notice.atMs,
    about: NOTICE_ABOUT[notice.kind],
    text: noticeText(notice, userId),
  }));
}
