/** One page of a list that can be searched and sorted; `page` counts from 1. */
export type PageQuery = {
  readonly text: string;
  readonly sort: string;
  readonly isDescending: boolean;
  readonly page: number;
  /** The list's own filters by name, without empty ones. */
  readonly filters?: Readonly<Record<string, string>>;
};

/** `total` counts the rows of all pages. */
export type Page<Row> = { readonly rows: readonly Row[]; readonly total: number };

export const PAGE_SIZE = 50;

/** The page to show: the requested one or the last one. */
export const pageWithin = (page: number, total: number, pageSize: number): number =>
  Math.min(page, Math.max(1, Math.ceil(total / pageSize)));
