import { dismissNoticesAction } from '@/app/actions/account';
import { caller, currentUser } from '@/app/session/current-user';
import { Bell } from '@/components/alerts/bell';
import { AccountMenu } from '@/components/auth/account-menu';
import { PersonNotices } from '@/components/auth/person-notices';
import { UpdatedNotice } from '@/components/bot/stale-notice';
import type { Elements } from '@/components/ui/elements';
import type { NavItem } from '@/components/ui/nav-links';
import { AppShell, Brand, ButtonLink } from '@/components/ui/on-every-page';
import { container } from '@/lib/container';
import { paths } from '@/lib/contract/paths';
import type { UnreadView } from '@/lib/contract/unread-view';
import { countUnread } from '@/lib/services/events/count-unread';
import { listOwnNotices } from '@/lib/services/notices/list-own';
import { noticeText } from '@/lib/view/notice-words';

const OWN: readonly NavItem[] = [{ href: paths.bots, label: 'My bots' }];
const ADMIN: readonly NavItem[] = [
  { href: paths.admin.overview, label: 'Overview', isExact: true },
  { href: paths.admin.bots, label: 'Bots' },
  { href: paths.admin.users, label: 'People' },
  { href: paths.admin.keys, label: 'Keys' },
  { href: paths.admin.audit, label: 'Audit log' },
];
const ANYONE: readonly NavItem[] = [{ href: paths.docs, label: 'API' }];

type ShellProps = {
  section?: string;
  /** Of a page whose data contain it; otherwise it is read. */
  unread?: UnreadView;
  children: Elements;
};

/** The layout of every page, with the navigation links for the signed-in person's role. */
export async function Shell({ section, unread: known, children }: ShellProps) {
  const user = await currentUser();
  // Not in components of their own: React would send and draw each of them by itself.
  const [unread, notices] =
    user === null ? [NONE_READ, []] : await Promise.all([known ?? ownUnread(), ownNotices(user.id)]);
  const own = user === null ? [] : user.role === 'admin' ? [...OWN, ...ADMIN] : OWN;
  return (
    <AppShell
      brand={<Brand />}
      nav={[...own, ...ANYONE]}
      timeZone={user?.timeZone ?? null}
      section={section}
      user={
        user === null ? (
          <ButtonLink href={paths.login}>Sign in</ButtonLink>
        ) : (
          <>
            <Bell first={unread} />
            <AccountMenu name={user.name} email={user.email} />
          </>
        )
      }
    >
      <UpdatedNotice />
      {notices.length > 0 && <PersonNotices items={notices} action={dismissNoticesAction} />}
      {children}
    </AppShell>
  );
}

const NONE_READ: UnreadView = { nowMs: 0, unread: 0 };

async function ownUnread(): Promise<UnreadView> {
  const unread = await countUnread(container().ports, await caller());
  return unread.ok ? unread.value : NONE_READ;
}

/** Security notices about the person's account, above the page. */
async function ownNotices(userId: string) {
  const notices = await listOwnNotices(container().ports, await caller());
  if (!notices.ok) return [];
  return notices.value.map((notice) => ({
    id: notice.id,
    atMs: notice.atMs,
    text: noticeText(notice, userId),
  }));
}
