import { z } from 'zod';
import { BOT_SORTS, type BotListQuery } from '@/lib/domain/bots/bot-list';
import { BOT_STATES } from '@/lib/domain/bots/bot-state';
import { parsePage, parseSearch } from '@/lib/domain/text/paging';

const field = <Value>(parse: (value: unknown) => Value) => z.unknown().optional().transform(parse);

/** The query of the list in the address of the page and of the operation; an invalid part gets its default. */
export const ownBotsFields = z.object({
  q: field(parseSearch),
  state: field((value) => BOT_STATES.find((state) => state === value) ?? null),
  sort: field((value) => BOT_SORTS.find((sort) => sort === value) ?? BOT_SORTS[0]),
  dir: field((value) => (value === 'desc' ? 'desc' : 'asc')),
  page: field(parsePage),
});

export const toBotListQuery = ({ q, dir, ...rest }: z.output<typeof ownBotsFields>): BotListQuery => ({
  ...rest,
  text: q,
  isDescending: dir === 'desc',
});
