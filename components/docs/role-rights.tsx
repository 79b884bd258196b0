import { Check, Minus } from 'lucide-react';
import { Card } from '@/components/ui/card';
import { DataTable } from '@/components/ui/data-table';
import { BOT_INVITATION_MS, BOT_PEOPLE_MAX } from '@/lib/domain/people/bot-people';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { ROLE_RIGHTS } from '@/lib/view/role-rights';

const ROLES = ['Viewer', 'Manager', 'Owner', 'Admin'] as const;
const rankOf = (role: string) => ROLES.findIndex((name) => name.toLowerCase() === role);

/** Who may do what with a bot, and how one becomes one of its people. */
export const RoleRights = () => (
  <Card title="Who may do what with a bot">
    <p className="max-w-prose text-muted">
      {`A bot has one owner and up to ${BOT_PEOPLE_MAX} managers and viewers. Its owner or an admin asks a person under Settings → People; nothing changes until they accept on “My bots”, within ${BOT_INVITATION_MS / DAY_MS} days. A role that ends does so with the next request.`}
    </p>
    <DataTable
      label="Who may do what"
      className="-mx-4 mt-3 -mb-4 w-auto border-t"
      rows={ROLE_RIGHTS}
      keyOf={({ what }) => what}
      columns={[
        {
          header: 'With a bot',
          className: 'text-muted max-sm:justify-start! max-sm:font-medium',
          cell: ({ what }) => what,
        },
        ...ROLES.map((role, rank) => ({
          header: role,
          cell: ({ least, isSelf }: (typeof ROLE_RIGHTS)[number]) => {
            const may = rank >= rankOf(least) && !(isSelf && role === 'Admin');
            const Icon = may ? Check : Minus;
            return (
              <span className="whitespace-nowrap">
                <Icon className="mr-1 inline size-4 align-text-bottom" />
                <span>{may ? 'Yes' : 'No'}</span>
              </span>
            );
          },
        })),
      ]}
    />
  </Card>
);
