import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';

/** Reads a query of a layout again on each page that follows: the server renders a page, but not again its layouts. */
export function useReadOnEachPage(queryKey: QueryKey): void {
  const queries = useQueryClient();
  const path = usePathname();
  const readAt = useRef(path);
  useEffect(() => {
    if (readAt.current === path) return;
    readAt.current = path;
    void queries.invalidateQueries({ queryKey });
  }, [queries, queryKey, path]);
}
