import { X } from 'lucide-react';
import { ButtonLink } from '@/components/ui/button';
import { paths } from '@/lib/contract/paths';
import { BOT_GROUPS } from '@/lib/domain/bots/bot-counts';
import type { PageQuery } from '@/lib/domain/text/paging';
import { listHref } from '@/lib/view/list-query';
import { GROUP_WORDS } from '@/lib/view/state-words';

/** The filters with which a link opened the list of bots; each can be removed. */
export function BotFilter({ query }: { query: PageQuery }) {
  const { owner, state: given } = query.filters ?? {};
  const state = BOT_GROUPS.find((name) => name === given);
  const without = (name: string) => {
    const { [name]: _, ...filters } = query.filters ?? {};
    return listHref(paths.admin.bots, query, { filters });
  };
  return (
    <>
      {owner !== undefined && (
        <ButtonLink
          href={without('owner')}
          aria-label={`Remove the filter: owner ${owner}`}
          className="min-w-0 shrink"
        >
          <span className="truncate" title={owner}>{`Owner: ${owner}`}</span>
          <X />
        </ButtonLink>
      )}
      {state !== undefined && (
        <ButtonLink href={without('state')} aria-label={`Remove the filter: ${GROUP_WORDS[state]}`}>
          <span>{`${GROUP_WORDS[state]} at the last count`}</span>
          <X />
        </ButtonLink>
      )}
    </>
  );
}
